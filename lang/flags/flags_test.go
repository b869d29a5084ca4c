package flags_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/flags"
	"github.com/whet-mc/whet/lang/read"
)

func TestParse(t *testing.T) {
	c := flags.Parse(strings.Fields("-c -O2 -Wall -I inc -Isrc -isystem sys -iquote q -DA -DB=1 -U A -D C -UD -DD=2 -include p.h -std=gnu89 -m32 -fshort-enums "+
		"-MD -MF x.d -o out.o a.c /abs/b.i c.o -x c d -x none e.s -fodd -fpack-struct=2 -l m"), "dir")
	want := &flags.Command{
		Files: []string{"dir/a.c", "/abs/b.i", "dir/d"}, Objects: []string{"dir/c.o", "dir/e.s"}, Output: "dir/out.o", Compiles: true, HasModel: true,
		Options: read.Options{
			Model: lang.ILP32, Include: []string{"dir/inc", "dir/src"}, System: []string{"dir/sys"}, Quote: []string{"dir/q"}, Prefix: []string{"dir/p.h"},
			Defines: []string{"B=1", "C", "D=2"}, Undefine: []string{"A", "D"}, Standard: "gnu89", ShortEnums: true,
			Notes: []lang.Note{
				{What: "the flag -fodd", Done: "not known: nothing is claimed of the program", Kind: lang.Unmodelled},
				{What: "the flag -fpack-struct=2", Done: "not followed: nothing is claimed of the program", Kind: lang.Unmodelled},
			},
		},
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
	for line, compiles := range map[string]bool{"-E a.c": false, "--version": false, "-S a.c": true, "a.c": true, "-M a.c": false, "-MMD -c a.c": true} {
		if c := flags.Parse(strings.Fields(line), ""); c.Compiles != compiles {
			t.Errorf("%s: compiles is %v", line, c.Compiles)
		}
	}
}
