package whet_test

import (
	"path/filepath"
	"testing"

	"github.com/whet-mc/whet"
)

// Of these programs in testdata/shapes, all checks are settled. The other programs there show what is missing.
var settledShapes = []string{
	"list_append", "list_concat", "list_copy", "list_delete", "list_double", "list_head", "list_merge_sort",
	"list_of_lists", "list_ordered", "list_recursive", "list_reverse", "list_sorted", "list_tail", "pool_indexes",
	"pool_records", "queue_bsd", "queue_filled", "queue_mixed", "stack_global", "stack_pointer", "tree_delete",
	"tree_loop", "tree_recursive", "tree_rotate", "tree_stack",
}

// Each program in testdata/shapes builds a data structure, changes it and frees it. With the macro BUG, it has a fault.
func TestShapes(t *testing.T) {
	for _, name := range settledShapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata/shapes", name+".c")
			if open := openChecks(t, file); len(open) > 0 {
				t.Errorf("%d checks are not settled: %v", len(open), open)
			}
			if open := openChecks(t, file, "BUG"); len(open) == 0 {
				t.Error("with BUG, all checks are settled, too")
			}
		})
	}
}

// openChecks returns the checks of the program in the file that are not settled. It defines the macros.
func openChecks(t *testing.T, file string, macros ...string) (open []string) {
	p, err := whet.Lower(whet.Files(file), whet.Options{Defines: macros})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range p.Locs {
		if l.Error != nil && l.Error.IsCheck() && (p.Settled == nil || !p.Settled.Errors[l.ID]) {
			open = append(open, l.Error.String())
		}
	}
	return open
}
