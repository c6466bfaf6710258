# Every option of nes run stands in a section.
"$NES" run --help | sed -n '/^Other options/,/^$/p'
