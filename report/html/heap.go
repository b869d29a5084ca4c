// This file adds the pictures of the heap to the page.

package html

import (
	"strings"

	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/trace"
	"github.com/whet-mc/whet/report/words"
)

// maxHeaps bounds the different pictures on a page.
const maxHeaps = 2000

// heaps returns the number of the picture of the heap at the end of each moment, 0 for no picture.
func (p *page) heaps(r *report.Result, moments []trace.Moment) []int {
	out := make([]int, len(moments))
	if r.Run == nil || len(moments) == 0 {
		return out
	}
	steps := make([]int, len(moments))
	for i := range moments {
		if steps[i] = len(r.Outcome.Path); i+1 < len(moments) {
			steps[i] = moments[i+1].Before - 1
		}
	}
	number := map[*words.Heap]int{}
	texts := map[string]int{}
	for i, h := range r.Run.Heaps(steps) {
		if h == nil || moments[i].Kind == trace.GapStep {
			continue
		}
		k, ok := number[h]
		if !ok {
			text := printable(strings.Join(h.Lines(), "\n"))
			if k, ok = texts[text]; !ok && len(p.Data.Heaps) < maxHeaps {
				p.Data.Heaps = append(p.Data.Heaps, text)
				k = len(p.Data.Heaps)
				texts[text] = k
			}
			number[h] = k
		}
		out[i] = k
	}
	return out
}
