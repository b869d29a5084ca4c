package octagon

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// What words.go says of sums holds at the ends of the ranges, for both words.
func TestSumsOfWords(t *testing.T) {
	sumsOfWords[int32](t)
	sumsOfWords[int64](t)
}

func sumsOfWords[T word](t *testing.T) {
	least, greatest := -T(limitOf[T]()-1), T(limitOf[T]()-1)
	none, far := T(infinity()), T(farthest())
	if isInf(8*greatest) || isInf(8*least) {
		t.Errorf("%T: a sum of 8 finite bounds is infinite", none)
	}
	for k := T(0); k < 8; k++ {
		for _, v := range []T{least, greatest} {
			if !isInf(none + k*v) {
				t.Errorf("%T: infinity and %d times %d is finite", none, k, v)
			}
		}
		if far+k*least <= none {
			t.Errorf("%T: far and %d times %d would replace infinity", none, k, least)
		}
	}
	if 3*none < none || far+far+2*greatest < far {
		t.Errorf("%T: infinities overflow", none)
	}
	if long(none) != inf || T(long(none)) != none || long(greatest) != int64(greatest) || long(least) != int64(least) {
		t.Errorf("%T: conversion does not keep bounds", none)
	}
}

// The operations entry by entry are what they say, at every length and offset of their
// strides, on short words as on long ones.
func TestEntrywise(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	value := func() int32 {
		if r.IntN(4) == 0 {
			return int32(infinity())
		}
		return r.Int32N(7) - 3
	}
	for n := range 40 {
		a, b := make([]int32, n), make([]int32, n)
		for k := range a {
			a[k], b[k] = value(), value()
		}
		for name, op := range map[string]entrywise{"greater": greater, "lesser": lesser, "stable": stable, "refined": refined} {
			short := append([]int32(nil), a...)
			op.short(short, b)
			words := converted[int64](a)
			op.long(words, converted[int64](b))
			x, y := matrix{s: a, scale: 1}.widened(), matrix{s: b, scale: 1}.widened()
			got, wide := matrix{s: short, scale: 1}, matrix{w: words, scale: 1}
			for k := range x.x {
				want := op.wide(x.x[k], y.x[k])
				if !got.at(k).equal(want) || !wide.at(k).equal(want) {
					t.Fatalf("%s of entry %d of %v and %v: %v and %v, want %v", name, k, a, b, got.at(k), wide.at(k), want)
				}
			}
		}
	}
}

// Blocks over different scales are read over a common one, which can take one of them
// out of short words, or of words at all.
func TestScalesOfBlocks(t *testing.T) {
	x, y, z, w := linear.X(0), linear.X(1), linear.X(2), linear.X(3)
	number := func(r num.Rat) linear.Expr { return linear.Const(r) }
	for _, big := range []int64{1, 1 << 20, 1e7, 1 << 23, 1 << 24, 1 << 40, 1 << 50} {
		for _, d := range []int64{1, 2, 3, 64, 101, 1 << 20, 1<<31 + 11, 1<<39 + 1} {
			pair := func(cs ...linear.Constraint) [2]*Octagon {
				return [2]*Octagon{top(4, linear.Rationals, false).Assume(cs...), top(4, linear.Rationals, true).Assume(cs...)}
			}
			far, small := number(num.RatOf(big)), number(num.RatFrac(1, d))
			a := pair(x.Sub(y).LE(far), y.LE(far), x.GE(far.Neg()), z.Sub(w).LE(small), w.LE(small))
			b := pair(x.Sub(z).LE(small), z.LE(far), y.Sub(w).LE(far), w.Add(y).LE(small), x.LE(small), x.GE(far.Neg()), w.GE(small))
			same := func(what string, f func(a, b *Octagon) *Octagon) {
				t.Helper()
				r := f(a[0], b[0])
				if err := r.sane(); err != nil {
					t.Fatalf("%s with %d and 1/%d: %v", what, big, d, err)
				}
				if err := sameBounds(r, f(a[1], b[1])); err != nil {
					t.Fatalf("%s with %d and 1/%d: %v", what, big, d, err)
				}
			}
			same("join", (*Octagon).Join)
			same("meet", (*Octagon).Meet)
			same("widening", (*Octagon).Widen)
			same("narrowing", func(a, b *Octagon) *Octagon { return a.Narrow(a.Meet(b)) })
			same("bound between blocks", func(a, b *Octagon) *Octagon { return a.Assume(x.Sub(z).LE(linear.Expr{})) })
			for k := range 2 {
				j := a[k].Join(b[k])
				if !a[k].Leq(j) || !b[k].Leq(j) || j.Leq(a[k]) || j.Leq(b[k]) {
					t.Fatalf("inclusions in the join with %d and 1/%d", big, d)
				}
			}
		}
	}
}
