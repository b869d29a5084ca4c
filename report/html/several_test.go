package html

import (
	"bytes"
	"strings"
	"testing"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report/reporttest"
)

// The page goes through the first failure, and has the others with their inputs and paths.
func TestSeveral(t *testing.T) {
	r := reporttest.Several(t, reporttest.Failing, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000)
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<summary>a.c:19:3: reach_error() is called in main</summary>", "<summary>a.c:23:3: index outside", "Inputs (2), in the order of use"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	if n := strings.Count(b.String(), "<summary>a.c:"); n != 2 {
		t.Errorf("%d other failures", n)
	}
}
