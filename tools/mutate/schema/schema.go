// Package schema is what instrumented code calls: every mutant of a package is compiled into it,
// and the environment says which one is alive. Mutants have numbers; a site has those from its
// first on, one for each way in which it can be wrong. The functions here do what the original code
// does unless one of the site's mutants is alive.
//
// Environment:
//
//	WHET_MUTANT         the number of the mutant that is alive; none: the code is as it was
//	WHET_MUTANT_RECORD  a file, which gets a line for each site that is reached ("site 17"), for
//	                    each mutant that once is not what the original is ("mutant 19"), and for
//	                    the effort ("effort 1024")
//	WHET_MUTANT_EFFORT  loop rounds and calls after which a run ends with ExitEffort
//	WHET_MUTANT_MEMORY  MiB of heap above which a run ends with ExitMemory
//	WHET_MUTANT_CPU     seconds of processor time after which the system ends the run, where it
//	                    can
package schema

import (
	"cmp"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Names of the environment.
const (
	EnvMutant = "WHET_MUTANT"
	EnvRecord = "WHET_MUTANT_RECORD"
	EnvEffort = "WHET_MUTANT_EFFORT"
	EnvMemory = "WHET_MUTANT_MEMORY"
	EnvCPU    = "WHET_MUTANT_CPU"
)

// How runs end that go too far.
const (
	ExitEffort = 99
	ExitMemory = 98
)

// mostStack is the stack of a goroutine in bytes above which a run ends, where its memory is
// bounded.
const mostStack = 256 << 20

// never is no mutant's number, nor near to one.
const never = -1 << 30

var (
	alive     = never
	recording bool
	record    *os.File
	sites     noted
	mutants   noted
	mutex     sync.Mutex // of record
	effort    int
	most      = 1 << 62
)

func init() {
	number := func(key string) (int, bool) {
		n, err := strconv.Atoi(os.Getenv(key))
		return n, err == nil
	}
	n, mutated := number(EnvMutant)
	if mutated {
		alive = n
	}
	if file := os.Getenv(EnvRecord); file != "" {
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
		if err != nil {
			panic(err)
		}
		recording, record = true, f
	}
	if n, ok := number(EnvEffort); ok {
		most = n
	}
	if n, ok := number(EnvMemory); ok {
		debug.SetMaxStack(mostStack)
		go watch(uint64(n) << 20)
	}
	if n, ok := number(EnvCPU); ok {
		limitCPU(n)
	}
}

// watch ends the run when its heap is too large.
func watch(limit uint64) {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for ; ; time.Sleep(50 * time.Millisecond) {
		if metrics.Read(s); s[0].Value.Uint64() > limit {
			os.Exit(ExitMemory)
		}
	}
}

// of says which of a site's n mutants is alive, -1 if none. Each of them may do something else than
// the original does.
func of(site, n int) int {
	if recording {
		note(&sites, "site ", site)
		for i := range n {
			note(&mutants, "mutant ", site+i)
		}
	}
	if d := alive - site; d >= 0 && d < n {
		return d
	}
	return -1
}

// truth is x, or what the mutant that is alive makes of it.
func truth(site int, x bool, others ...bool) bool {
	if recording {
		note(&sites, "site ", site)
		for i, y := range others {
			if x != y {
				note(&mutants, "mutant ", site+i)
			}
		}
	}
	if d := alive - site; d >= 0 && d < len(others) {
		return others[d]
	}
	return x
}

// noted are the numbers that were recorded. Those that are too large for it are recorded more than
// once.
type noted [1 << 16]atomic.Bool

// note records something once.
func note(before *noted, what string, n int) {
	if n < len(before) && (before[n].Load() || before[n].Swap(true)) {
		return
	}
	mutex.Lock()
	defer mutex.Unlock()
	write(what, n)
}

func write(what string, n int) {
	// One line at a time, so that what was recorded is there however the run ends.
	if _, err := record.WriteString(what + strconv.Itoa(n) + "\n"); err != nil {
		panic(err)
	}
}

// Tick counts a round of a loop, or a call.
func Tick() {
	effort++
	if recording && effort&(effort-1) == 0 {
		mutex.Lock()
		write("effort ", effort)
		mutex.Unlock()
	}
	if effort > most {
		os.Exit(ExitEffort)
	}
}

// On reports whether a mutant is alive.
func On(mutant int) bool { return of(mutant, 1) == 0 }

// Cond: negated, true, false.
func Cond(site int, x bool) bool { return truth(site, x, !x, true, false) }

// All, of a conjunction: negated, true. That it is false is a mutant of its first part.
func All(site int, x bool) bool { return truth(site, x, !x, true) }

// Any, of a disjunction: negated, false.
func Any(site int, x bool) bool { return truth(site, x, !x, false) }

// Flip is a constant: the other one.
func Flip(site int, x bool) bool { return truth(site, x, !x) }

// Relations of numbers become those that differ from them in one of the cases less, equal and
// greater (which two of them do), the opposite, and the constants.

// Less is x < y: x <= y, x != y, x >= y, true, false.
func Less[T cmp.Ordered](site int, x, y T) bool {
	return truth(site, x < y, x <= y, x != y, x >= y, true, false)
}

// AtMost is x <= y: x < y, x == y, x > y, true, false.
func AtMost[T cmp.Ordered](site int, x, y T) bool {
	return truth(site, x <= y, x < y, x == y, x > y, true, false)
}

// Greater is x > y: x >= y, x != y, x <= y, true, false.
func Greater[T cmp.Ordered](site int, x, y T) bool { return Less(site, y, x) }

// AtLeast is x >= y: x > y, x == y, x < y, true, false.
func AtLeast[T cmp.Ordered](site int, x, y T) bool { return AtMost(site, y, x) }

// Equal is x == y of numbers: x <= y, x >= y, x != y, true, false.
func Equal[T cmp.Ordered](site int, x, y T) bool {
	return truth(site, x == y, x <= y, x >= y, x != y, true, false)
}

// Differ is x != y of numbers: x < y, x > y, x == y, true, false.
func Differ[T cmp.Ordered](site int, x, y T) bool {
	return truth(site, x != y, x < y, x > y, x == y, true, false)
}

// Integer is any type of integers.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Const is a constant: one more, one less.
func Const[T Integer](site int, x T) T {
	switch of(site, 2) {
	case 0:
		return x + 1
	case 1:
		return x - 1
	}
	return x
}

// binary is an operator.
type binary[T Integer] func(x, y T) T

func swap[T Integer](site int, x, y T, original, mutated binary[T]) T {
	if of(site, 1) == 0 {
		return mutated(x, y)
	}
	return original(x, y)
}

func add[T Integer](x, y T) T { return x + y }
func sub[T Integer](x, y T) T { return x - y }
func mul[T Integer](x, y T) T { return x * y }
func div[T Integer](x, y T) T { return x / y }
func rem[T Integer](x, y T) T { return x % y }
func and[T Integer](x, y T) T { return x & y }
func or[T Integer](x, y T) T  { return x | y }
func xor[T Integer](x, y T) T { return x ^ y }

// Add is x + y: x - y.
func Add[T Integer](site int, x, y T) T { return swap(site, x, y, add, sub) }

// Sub is x - y: x + y.
func Sub[T Integer](site int, x, y T) T { return swap(site, x, y, sub, add) }

// Mul is x * y: x / y.
func Mul[T Integer](site int, x, y T) T { return swap(site, x, y, mul, div) }

// Div is x / y: x * y.
func Div[T Integer](site int, x, y T) T { return swap(site, x, y, div, mul) }

// Rem is x % y: x * y.
func Rem[T Integer](site int, x, y T) T { return swap(site, x, y, rem, mul) }

// And is x & y: x | y.
func And[T Integer](site int, x, y T) T { return swap(site, x, y, and, or) }

// Or is x | y: x & y.
func Or[T Integer](site int, x, y T) T { return swap(site, x, y, or, and) }

// Xor is x ^ y: x & y.
func Xor[T Integer](site int, x, y T) T { return swap(site, x, y, xor, and) }

// Shl is x << y: x >> y.
func Shl[T, S Integer](site int, x T, y S) T {
	if of(site, 1) == 0 {
		return x >> y
	}
	return x << y
}

// Shr is x >> y: x << y.
func Shr[T, S Integer](site int, x T, y S) T {
	if of(site, 1) == 0 {
		return x << y
	}
	return x >> y
}

// Step is what ++ adds: 2.
func Step[T Integer](site int) T {
	if of(site, 1) == 0 {
		return 2
	}
	return 1
}

// Min is the least: the greatest.
func Min[T cmp.Ordered](site int, x T, more ...T) T { return extreme(of(site, 1) == 0, x, more) }

// Max is the greatest: the least.
func Max[T cmp.Ordered](site int, x T, more ...T) T { return extreme(of(site, 1) != 0, x, more) }

func extreme[T cmp.Ordered](greatest bool, x T, more []T) T {
	for _, y := range more {
		if greatest {
			x = max(x, y)
		} else {
			x = min(x, y)
		}
	}
	return x
}

// Result is what a function returns: the type's zero.
func Result[T any](site int, x T) T {
	if of(site, 1) == 0 {
		var zero T
		return zero
	}
	return x
}
