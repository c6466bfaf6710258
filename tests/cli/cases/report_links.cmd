# Reports are not written through a link, whatever its name, and what is in their place is replaced
# rather than written to.
mkdir precious && echo keep >precious/thesis.tex
c="$NES compare --methods xnes --problems sphere_d2 --runs 2 --budget 100 --quiet --out c"
$c >/dev/null || exit
cp -r c before
for name in .part .report.part; do ln -s ../precious/thesis.tex c/$name; done
rm c/report.md && ln -s ../precious/thesis.tex c/report.md
$c >/dev/null || exit
rm c/.part c/.report.part
diff -r before c
cat precious/thesis.tex
[ ! -L c/report.md ] && [ ! -L c/figures.csv ] || echo a link
