// This file makes room on the server.

package fleet

import (
	"context"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// sweep makes room on the server. If bundles and evidence have more bytes than limit, it removes the oldest until a
// quarter of the limit is free. What somebody still waits for is sent again (Coordinator.Again), and an answer whose
// evidence is gone is refused, so that its task is sent again. The server itself removes objects by age.
func (s *store) sweep(ctx context.Context, limit uint64) error {
	if limit == 0 {
		return nil
	}
	type object struct {
		in   jetstream.ObjectStore
		info *jetstream.ObjectInfo
	}
	var all []object
	var sum uint64
	for _, in := range []jetstream.ObjectStore{s.bundles, s.evidence} {
		st, err := in.Status(ctx)
		if err != nil {
			return err
		}
		sum += st.Size()
	}
	if sum <= limit {
		return nil
	}
	for _, in := range []jetstream.ObjectStore{s.bundles, s.evidence} {
		list, err := in.List(ctx)
		if err != nil && err != jetstream.ErrNoObjectsFound {
			return err
		}
		for _, o := range list {
			all = append(all, object{in, o})
		}
	}
	slices.SortFunc(all, func(a, b object) int { return a.info.ModTime.Compare(b.info.ModTime) })
	for _, o := range all {
		if sum <= limit/4*3 {
			break
		}
		if err := o.in.Delete(ctx, o.info.Name); err != nil {
			return err
		}
		sum -= min(sum, o.info.Size)
	}
	return nil
}
