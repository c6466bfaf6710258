# A folder of something else is left alone.
"$NES" experiment E3 --jobs 1 --out here --quiet >/dev/null || exit
"$NES" experiment E3 --full --out here; echo $?
mkdir -p mine/E3 && touch mine/E3/letter
"$NES" experiment E3 --out mine; echo $?
sed 's/"version":.*/"version": "0.0.1",/' here/E3/experiment.json >x && cp x here/E3/experiment.json
"$NES" experiment E3 --out here; echo $?
ln -s ../../mine/E3/letter here/E3/.report.part
"$NES" experiment E3 --redraw --out here --json | grep -c '"verdict":"holds"'
ls mine/E3 && wc -c <mine/E3/letter
