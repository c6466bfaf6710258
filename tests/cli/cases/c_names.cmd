# Source and libraries by names that mean something to compilers and shells.
try() {
    printf '#include <stddef.h>\ndouble objective(size_t n, const double *x) { return n + x[0]; }\n' >"$1"
    echo 1 | timeout 600 "$NES" eval "--c=$1" --dim 1
    cc -shared -fPIC -x c -o library.so "./$1"
    mv library.so "./$1.so"
    echo 1 | timeout 600 "$NES" eval "--plugin=$1.so" --dim 1
}
try @x.c
try -x.c
try 'two words.c'
try "it's \"quoted\" \$(touch oops) \`touch oops\`;.c"
try 'a\b%s%n{x}.c'
try "$(printf 'new\nline.c')"
mkdir -- -folder && try -folder/x.c
[ ! -e oops ] || echo "a shell has read a name"
