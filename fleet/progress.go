package fleet

import (
	"context"
	"fmt"
	"time"
)

// show tells once a second how far the tasks are.
func (r *run) show(ctx context.Context, list []*job) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		done, checked, out := 0, 0, 0
		r.mu.Lock()
		for _, j := range list {
			switch {
			case j.over():
				done++
			case j.checking:
				checked++
			case r.jobs[j.address] == j:
				out++
			}
		}
		r.mu.Unlock()
		r.Progress(fmt.Sprintf("%d of %d tasks, %d with workers or waiting, %d being checked", done, len(list), out, checked))
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
