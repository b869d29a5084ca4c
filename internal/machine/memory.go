// The memory of the process, as the Go runtime counts it.

package machine

import "runtime/metrics"

// LiveHeap returns the bytes of the heap that were in use after the last garbage collection, without garbage.
func LiveHeap() uint64 { return read("/gc/heap/live:bytes") }

// Heap returns the bytes of the heap that are in use, including what has become garbage.
func Heap() uint64 { return read("/memory/classes/heap/objects:bytes") }

// Memory returns the bytes that the runtime has taken from the system and not given back.
func Memory() uint64 {
	return read("/memory/classes/total:bytes") - read("/memory/classes/heap/released:bytes")
}

// read returns a metric of the runtime, or 0 if it does not exist.
func read(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	if metrics.Read(s); s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}
