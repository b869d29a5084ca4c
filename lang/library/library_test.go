package library

import (
	"strings"
	"testing"
)

// Every row has a source, and none contradicts another.
func TestTable(t *testing.T) {
	if len(All()) < 600 {
		t.Errorf("%d rows: the table is not whole", len(All()))
	}
	shapes := map[string]bool{}
	for _, f := range All() {
		if strings.TrimSpace(f.From) == "" {
			t.Errorf("%s has no source", f.Name)
		}
		if key := f.Name + " " + f.Shape; shapes[key] {
			t.Errorf("%s stands twice", key)
		} else {
			shapes[key] = true
		}
		if (f.Kind == Refused) != (f.What != "") {
			t.Errorf("%s is refused without a reason", f.Name)
		}
		if f.Kind == Modelled && f.Shape != "" || f.Kind != Modelled && f.Shape == "" {
			t.Errorf("%s: only models get their shape from elsewhere", f.Name)
		}
		if f.Result.Lo.Set && f.Result.Hi.Set && f.Result.Lo.Arg == 0 && f.Result.Hi.Arg == 0 && f.Result.Lo.Value > f.Result.Hi.Value {
			t.Errorf("%s has an empty range", f.Name)
		}
		for _, a := range f.Actions {
			pointer := a.Effect == Set || a.Effect == Fill || a.Effect == Scan || a.Effect == Format || a.Effect == Calls || a.Effect == Handles || a.Effect == ChannelUnlessR
			if pointer && f.Shape[a.Arg] != 'p' {
				t.Errorf("%s: argument %d is no pointer", f.Name, a.Arg)
			}
		}
	}
}

// What is not a row is refused, with its line.
func TestStrict(t *testing.T) {
	for _, text := range []string{
		"i f() input",                 // no source
		"[s]\ni f()",                  // no result
		"[s]\ni f( input",             // no parameters
		"[s]\nz f() input",            // no kind
		"[s]\ni f(q) input",           // no kind of a parameter
		"[s]\ni f(.i) input",          // "..." in front
		"[s]\ni f() input:1",          // no range
		"[s]\ni f() input:a..b",       //
		"[s]\ni f(p) input:0..arg1",   // a pointer as a bound
		"[s]\ni f() input:0..arg1",    // no such argument
		"[s]\ni f() strange",          // no source of the result
		"[s]\nv f() input",            // a result of nothing
		"[s]\ni f() -",                // no result of a function that has one
		"[s]\np f() computed",         // an address from nowhere
		"[s]\ni f() handle",           // a handle that is a number
		"[s]\ni f(p) input set:2",     // no such argument
		"[s]\ni f(p) input set",       //
		"[s]\ni f(p) input channel:1", //
		"[s]\ni f(p) input sets:1",    //
		"[s]\np f(i) arg:1",           // the result points where no pointer does
		"[s]\ni f() input\ni f() input",
		"[s]\nmodel f\ni f() input",
		"[s]\nmodel f f",
		"[s]\nshorter f",
		"[s]\ni f(pi) input room:1",        // no size
		"[s]\ni f(pi) input room:1:arg1",   // a pointer as a size
		"[s]\ni f(pi) input room:2:arg2",   // a number that points to memory
		"[s]\ni f(pi) input room:1:2*many", // no number
		"[s]\ni f(pi) input string:1:2",    // a string with a size
		"[s]\ni f(pi) input string?",       // no argument
	} {
		if _, err := parse(text); err == nil {
			t.Errorf("accepted: %s", text)
		}
	}
	if _, err := parse("[s,\n t]\ni f(pi.) computed:-1..arg2 set:1 channel room?:1:arg2*type*3 some:1 string?:1\nmodel g\nhook h"); err != nil {
		t.Error(err)
	}
}
