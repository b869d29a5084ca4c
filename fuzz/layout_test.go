package fuzz

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/whet-mc/whet/num"
)

// TestLayout compares random programs about the layout of memory with gcc. LAYOUT_SEEDS says how
// many, from LAYOUT_FROM on.
func TestLayout(t *testing.T) {
	count, _ := strconv.Atoi(os.Getenv("LAYOUT_SEEDS"))
	from, _ := strconv.Atoi(os.Getenv("LAYOUT_FROM"))
	if count == 0 {
		count = 12
	}
	ran := 0
	for m, c := range models(t) {
		for seed := from; seed < from+count; seed++ {
			src := LayoutProgram(uint64(seed))
			switch err := compare(context.Background(), c, fmt.Sprintf("l%d.c", seed), src, m, [][]num.Int{nil}); {
			case errors.Is(err, errNoGCC):
				t.Logf("seed %d, %v: %v", seed, m, err)
			case err != nil:
				t.Errorf("seed %d, %v: %v\n%s", seed, m, err, src)
			default:
				ran++
			}
		}
	}
	if ran < count/2 {
		t.Errorf("gcc ran %d programs only", ran)
	}
}
