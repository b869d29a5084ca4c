package main

import "testing"

func TestCommentsOf(t *testing.T) {
	const src = `// Package p is a package.
package p

//go:generate nothing

// f does.
// It does more.
func f() {
	x := 1 // a number
	/* block */
	_ = x
}
`
	list, err := commentsOf("p.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := []comment{
		{"p.go", 1, "    // Package p is a package.", "package p"},
		{"p.go", 6, "    // f does.\n    // It does more.", "func f() {"},
		{"p.go", 9, "    // a number", "x := 1"},
		{"p.go", 10, "    // block", "_ = x"},
	}
	if len(list) != len(want) {
		t.Fatalf("%+v", list)
	}
	for i, c := range list {
		if c != want[i] {
			t.Errorf("%+v, not %+v", c, want[i])
		}
	}
}
