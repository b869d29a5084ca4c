package sample

import "testing"

func TestRelations(t *testing.T) {
	for _, c := range [][3]int{{1, 2, 1}, {2, 1, 2}, {3, 3, 10}} {
		if got := relations(c[0], c[1]); got != c[2] {
			t.Errorf("%v: %d", c, got)
		}
	}
}

func TestConditions(t *testing.T) {
	for i := range 8 {
		a, b, c := i&1 != 0, i&2 != 0, i&4 != 0
		if conditions(a, b, c) != (i == 5 || b) {
			t.Error(i)
		}
	}
}

func TestKinds(t *testing.T) {
	for k, want := range []string{"a", "b", "c", ""} {
		if got, err := kinds(Kind(k)); got != want || (err != nil) != (want == "") {
			t.Error(k, got, err)
		}
	}
}

func TestTagless(t *testing.T) {
	if tagless(3) != "three" || tagless(4) != "other" {
		t.Error("wrong")
	}
}

func TestLoops(t *testing.T) {
	if loops([]int{1, 7, 8, 9}) != 12 || loops(nil) != 8 {
		t.Error("wrong")
	}
}

func TestLast(t *testing.T) {
	end := &list{full: true}
	if l, full := last(&list{next: &list{next: end}}); l != end || !full {
		t.Error("wrong")
	}
	ring := &list{}
	ring.next = ring
	if l, ok := last(ring); l != nil || ok {
		t.Error("a ring has no end")
	}
}
