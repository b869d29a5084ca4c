package machine

import "runtime/metrics"

// LiveHeap is how many bytes of the heap were in use after the last garbage collection; what is
// garbage does not count.
func LiveHeap() uint64 { return read("/gc/heap/live:bytes") }

// Heap is how many bytes of the heap are in use, with what is garbage by now.
func Heap() uint64 { return read("/memory/classes/heap/objects:bytes") }

// Memory is how many bytes the runtime has taken from the system and not given back.
func Memory() uint64 {
	return read("/memory/classes/total:bytes") - read("/memory/classes/heap/released:bytes")
}

func read(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	if metrics.Read(s); s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}
