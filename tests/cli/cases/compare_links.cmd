# Folders of other people: a link to a folder is not followed, so that every run counts once; a pipe
# or a device in the place of a file is refused at once, and a file that is too long is not read.
head="suite = 'bbob', funcId = 1, DIM = 2, Precision = 1.000e-08, algId = 'x', data_format = 'bbob-new2'"
make() {
    mkdir -p "$1"
    printf "$head\n%%\nf.dat, 1:20|1.0e-01, 2:30|1.0e+00" >"$1/f1.info"
    printf '%%\n1 0 50 0 0\n20 0 0.1 0 0\n%%\n1 0 50 0 0\n30 0 1 0 0\n' >"$1/f.dat"
}
try() { timeout 100 "$NES" bench --compare A B >said 2>&1 </dev/null; echo "$? $(grep -m1 "${1:-nes:}" said)"; }
make A
make B
ln -s . B/again
ln -s ../A B/other
ln -s f1.info B/f2.info
try 1e+00
ln -s B C
mv A real && ln -s real A
try 1e+00
rm -f B/f.tdat && mkfifo B/f.tdat
try
rm B/f.tdat && ln -s /dev/zero B/f.tdat
try
rm B/f.tdat B/f.dat && mkfifo B/f.dat
try
rm B/f.dat && truncate -s 100M B/f.dat
try
rm B/f.dat B/f1.info && ln -s /dev/zero B/f1.info
try
rm B/f1.info && mkfifo B/f1.info
try
make C2 && rm -r B && mv C2 B
mkdir -p B/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25/26/27/28/29/30/31/32/33
try
rm -r B/1
sed -i 's/f.dat/..\/real\/f.dat/' B/f1.info
try
