// This file reports the progress of a run.

package fleet

import (
	"context"
	"fmt"
	"time"
)

// show reports once a second how far the tasks are.
func (r *run) show(ctx context.Context, list []*job) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		done, checked, out, split := 0, 0, 0, 0
		r.mu.Lock()
		for _, j := range list {
			switch {
			case j.over():
				done++
			case j.questions != nil:
				split++
			case j.checking:
				checked++
			case r.jobs[j.address] == j:
				out++
			}
		}
		r.mu.Unlock()
		text := fmt.Sprintf("%d of %d tasks, %d with workers or waiting, %d being checked", done, len(list), out, checked)
		if split > 0 {
			text += fmt.Sprintf(", %d hard ones in parts", split)
		}
		r.Progress(text)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
