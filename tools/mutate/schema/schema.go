// Package schema is the run-time part of instrumented code. Every mutant of a package is compiled into the code, and
// the environment selects the one that is alive. Mutants have numbers. The mutants of a site have consecutive
// numbers, one for each replacement. The functions of this package do what the original code does, unless one of the
// site's mutants is alive.
//
// Environment:
//
//	WHET_MUTANT         the number of the mutant that is alive; empty: the original code
//	WHET_MUTANT_RECORD  a file, which gets a line for each site that is reached ("site 17"), for
//	                    each mutant whose value ever differs from the original's ("mutant 19"), and
//	                    for the effort ("effort 1024")
//	WHET_MUTANT_EFFORT  number of loop rounds and calls after which a run ends with ExitEffort
//	WHET_MUTANT_MEMORY  MiB of heap above which a run ends with ExitMemory
//	WHET_MUTANT_CPU     seconds of processor time after which the system ends the run, if it
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

// The names of the environment variables.
const (
	EnvMutant = "WHET_MUTANT"
	EnvRecord = "WHET_MUTANT_RECORD"
	EnvEffort = "WHET_MUTANT_EFFORT"
	EnvMemory = "WHET_MUTANT_MEMORY"
	EnvCPU    = "WHET_MUTANT_CPU"
)

// The exit statuses of runs that exceed a limit.
const (
	ExitEffort = 99
	ExitMemory = 98
)

// mostStack is the stack size of a goroutine, in bytes, above which a run ends if its memory is bounded.
const mostStack = 256 << 20

// never is not the number of a mutant, nor close to one.
const never = -1 << 30

var (
	alive     = never
	recording bool
	record    *os.File
	sites     noted
	mutants   noted
	mutex     sync.Mutex // protects record
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

// of returns the index of the live mutant among a site's n mutants, or -1. Each of the n mutants is recorded as
// possibly different from the original.
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

// truth returns x, or its replacement in others if one of the site's mutants is alive.
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

// noted is the set of numbers that were recorded. Numbers that are too large for it are recorded more than once.
type noted [1 << 16]atomic.Bool

// note records a number once.
func note(before *noted, what string, n int) {
	if n < len(before) && (before[n].Load() || before[n].Swap(true)) {
		return
	}
	mutex.Lock()
	defer mutex.Unlock()
	write(what, n)
}

func write(what string, n int) {
	// Each line is written separately, so that it is in the file however the run ends.
	if _, err := record.WriteString(what + strconv.Itoa(n) + "\n"); err != nil {
		panic(err)
	}
}

// Tick counts a round of a loop or a call.
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

// Cond returns x. Mutants: negated, true, false.
func Cond(site int, x bool) bool { return truth(site, x, !x, true, false) }

// All returns x, a conjunction. Mutants: negated, true. That it is false is a mutant of its first part.
func All(site int, x bool) bool { return truth(site, x, !x, true) }

// Any returns x, a disjunction. Mutants: negated, false.
func Any(site int, x bool) bool { return truth(site, x, !x, false) }

// Flip returns x, a constant. Mutant: the other constant.
func Flip(site int, x bool) bool { return truth(site, x, !x) }

// Mutants of a relation of numbers are the relations that differ from it in exactly one of the cases less, equal and
// greater (two of them do), the opposite relation, and the constants.

// Less returns x < y. Mutants: x <= y, x != y, x >= y, true, false.
func Less[T cmp.Ordered](site int, x, y T) bool {
	return truth(site, x < y, x <= y, x != y, x >= y, true, false)
}

// AtMost returns x <= y. Mutants: x < y, x == y, x > y, true, false.
func AtMost[T cmp.Ordered](site int, x, y T) bool {
	return truth(site, x <= y, x < y, x == y, x > y, true, false)
}

// Greater returns x > y. Mutants: x >= y, x != y, x <= y, true, false.
func Greater[T cmp.Ordered](site int, x, y T) bool { return Less(site, y, x) }

// AtLeast returns x >= y. Mutants: x > y, x == y, x < y, true, false.
func AtLeast[T cmp.Ordered](site int, x, y T) bool { return AtMost(site, y, x) }

// Equal returns x == y, for numbers. Mutants: x <= y, x >= y, x != y, true, false.
func Equal[T cmp.Ordered](site int, x, y T) bool {
	return truth(site, x == y, x <= y, x >= y, x != y, true, false)
}

// Differ returns x != y, for numbers. Mutants: x < y, x > y, x == y, true, false.
func Differ[T cmp.Ordered](site int, x, y T) bool {
	return truth(site, x != y, x < y, x > y, x == y, true, false)
}

// Integer is any integer type.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Const returns x, a constant. Mutants: one more, one less.
func Const[T Integer](site int, x T) T {
	switch of(site, 2) {
	case 0:
		return x + 1
	case 1:
		return x - 1
	}
	return x
}

// binary is a binary operator.
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

// Add returns x + y. Mutant: x - y.
func Add[T Integer](site int, x, y T) T { return swap(site, x, y, add, sub) }

// Sub returns x - y. Mutant: x + y.
func Sub[T Integer](site int, x, y T) T { return swap(site, x, y, sub, add) }

// Mul returns x * y. Mutant: x / y.
func Mul[T Integer](site int, x, y T) T { return swap(site, x, y, mul, div) }

// Div returns x / y. Mutant: x * y.
func Div[T Integer](site int, x, y T) T { return swap(site, x, y, div, mul) }

// Rem returns x % y. Mutant: x * y.
func Rem[T Integer](site int, x, y T) T { return swap(site, x, y, rem, mul) }

// And returns x & y. Mutant: x | y.
func And[T Integer](site int, x, y T) T { return swap(site, x, y, and, or) }

// Or returns x | y. Mutant: x & y.
func Or[T Integer](site int, x, y T) T { return swap(site, x, y, or, and) }

// Xor returns x ^ y. Mutant: x & y.
func Xor[T Integer](site int, x, y T) T { return swap(site, x, y, xor, and) }

// Shl returns x << y. Mutant: x >> y.
func Shl[T, S Integer](site int, x T, y S) T {
	if of(site, 1) == 0 {
		return x >> y
	}
	return x << y
}

// Shr returns x >> y. Mutant: x << y.
func Shr[T, S Integer](site int, x T, y S) T {
	if of(site, 1) == 0 {
		return x << y
	}
	return x >> y
}

// Step returns 1, the amount that ++ adds. Mutant: 2.
func Step[T Integer](site int) T {
	if of(site, 1) == 0 {
		return 2
	}
	return 1
}

// Min returns the least argument. Mutant: the greatest.
func Min[T cmp.Ordered](site int, x T, more ...T) T { return extreme(of(site, 1) == 0, x, more) }

// Max returns the greatest argument. Mutant: the least.
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

// Result returns x, the result of a function. Mutant: the type's zero.
func Result[T any](site int, x T) T {
	if of(site, 1) == 0 {
		var zero T
		return zero
	}
	return x
}
