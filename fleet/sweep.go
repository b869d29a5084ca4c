package fleet

import (
	"context"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// sweep makes room on the server: where bundles and evidence have more bytes than they may, the oldest
// are removed, until a quarter of the room is free. What somebody still waits for is put there again
// (Coordinator.Again), and an answer whose evidence is gone is one that was refused: its task is sent
// again. By age the server removes things itself.
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
