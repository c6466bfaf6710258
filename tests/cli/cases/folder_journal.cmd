# A folder from somebody else, with the journal of a transaction that nobody has finished. It names a
# file that SQLite would delete. No command does so, and none waits for a pipe in the journal's place.
"$NES" run --by-hand --dim 2 --out d >said
sqlite3 d/run.db 'PRAGMA journal_mode=DELETE' >said
echo keep >precious
name=$PWD/precious
cp d/run.db kept
# The journal: a header of a sector with no page, for a database of that many pages, and the name.
pages=$(($(wc -c <d/run.db) / 4096))
long() { printf "\\$(printf %o $(($1 >> 24 & 255)))\\$(printf %o $(($1 >> 16 & 255)))\\$(printf %o $(($1 >> 8 & 255)))\\$(printf %o $(($1 & 255)))"; }
mark() { printf '\331\325\005\371\040\241\143\327'; }
sum=0
for byte in $(printf %s "$name" | od -An -v -tu1); do sum=$((sum + byte)); done
{ mark; long 0; long 0; long $pages; long 512; long 4096; head -c 484 /dev/zero; long 262145; printf %s "$name"
  long ${#name}; long $sum; mark; } >d/run.db-journal
cp d/run.db-journal journal
try() {
    timeout 100 "$NES" "$@" >said 2>&1 </dev/null
    echo "$1 $? $(grep -c 'transaction of several databases, and finishing it deletes' said)"
    cmp kept d/run.db
    cmp journal d/run.db-journal
    ls precious
}
try show d
try plot d
try ask d
try tell d
try resume d
try resume d --repair
try ctl d stop
rm d/run.db-journal
mkfifo d/run.db-journal
for command in show plot ask tell resume; do
    timeout 100 "$NES" $command d </dev/null
    echo $?
done
