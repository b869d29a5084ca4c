package cert

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// TestAccesses: a run goes on behind an access just where the cell is one that a program may touch:
// of an array with a length from the first to the last, of a region between the first page and the
// end of the addresses, at a multiple of the alignment; a range of no cells touches none.
func TestAccesses(t *testing.T) {
	l := newLine()
	top := int64(1) << l.p.Model.PtrBits() >> 1 // half of it fits an int64 everywhere
	address := cfa.Range{Bits: 65, Signed: true}
	x := func(k int64) cfa.Expr { return konst(k) }
	kinds := map[string]func(a *cfa.Array){
		"of 3 cells": func(a *cfa.Array) { a.Len = 3 },
		"of none":    func(a *cfa.Array) { a.Len = 0 },
		"unbounded":  func(a *cfa.Array) {},
		"region":     func(a *cfa.Array) { a.Region, a.Step = true, 1 },
		"aligned":    func(a *cfa.Array) { a.Region, a.Step, a.Align = true, 4, 4 },
		"by twos":    func(a *cfa.Array) { a.Region, a.Step, a.Align = true, 2, 2 },
		"by bytes":   func(a *cfa.Array) { a.Region, a.Step, a.Align = true, 1, 1 },
	}
	valid := func(kind string, i int64, alone bool) bool {
		switch kind {
		case "of 3 cells":
			return i >= 0 && i < 3
		case "of none":
			return false
		case "unbounded":
			return true
		case "by twos":
			return i >= 4096 && (!alone || i%2 == 0)
		case "aligned":
			return i >= 4096 && (!alone || i%4 == 0)
		}
		return i >= 4096
	}
	touches := map[string]func(a *cfa.Array, i cfa.Expr) cfa.Op{
		"write": func(a *cfa.Array, i cfa.Expr) cfa.Op { return &cfa.Store{Arr: a, Idx: i, Val: x(1)} },
		"read": func(a *cfa.Array, i cfa.Expr) cfa.Op {
			return &cfa.Assume{Cond: bin(cfa.Eq, bin(cfa.Mul, &cfa.Select{Arr: a, Idx: i}, x(0)), x(0))}
		},
		"fill one": func(a *cfa.Array, i cfa.Expr) cfa.Op {
			return &cfa.Fill{Arr: a, Lo: i, Hi: bin(cfa.Add, i, x(1)), Val: x(1)}
		},
		"fill two": func(a *cfa.Array, i cfa.Expr) cfa.Op {
			return &cfa.Fill{Arr: a, Lo: i, Hi: bin(cfa.Add, i, x(2)), Val: x(1)}
		},
		"fill none": func(a *cfa.Array, i cfa.Expr) cfa.Op { return &cfa.Fill{Arr: a, Lo: i, Hi: i, Val: x(1)} },
		"copy two from": func(a *cfa.Array, i cfa.Expr) cfa.Op {
			return &cfa.Copy{Dst: a, DstLo: x(5000), Src: a, SrcLo: i, N: x(2)}
		},
		"copy two to": func(a *cfa.Array, i cfa.Expr) cfa.Op {
			return &cfa.Copy{Dst: a, DstLo: i, Src: a, SrcLo: x(5000), N: x(2)}
		},
		"copy none": func(a *cfa.Array, i cfa.Expr) cfa.Op {
			return &cfa.Copy{Dst: a, DstLo: i, Src: a, SrcLo: x(5000), N: x(0)}
		},
	}
	for kind, shape := range kinds {
		for how, touch := range touches {
			for _, i := range []int64{-4, -1, 0, 1, 2, 3, 4, 4092, 4095, 4096, 4097, 4099, 4100, top - 4} {
				var want bool
				switch how {
				case "write", "read":
					want = valid(kind, i, true)
				case "fill one":
					want = valid(kind, i, false)
				case "fill two":
					want = valid(kind, i, false) && valid(kind, i+1, false)
				case "fill none", "copy none":
					want = true
				default:
					want = valid(kind, i, false) && valid(kind, i+1, false) && valid(kind, 5000, false)
				}
				for _, known := range []bool{true, false} {
					l := newLine(address)
					a := l.p.NewArray(nil, "m", small, -1)
					shape(a)
					idx := konst(i)
					if !known {
						idx = l.inputs[0]
					}
					l.do(touch(a, idx))
					l.do(&cfa.Assume{Cond: bin(cfa.Eq, l.inputs[0], konst(i))})
					p := l.fail()
					if _, err := Check(context.Background(), p, everything(p)); (err != nil) != want {
						t.Errorf("%s, %s at %d (known first: %v): %v; a run goes on: %v", kind, how, i, known, err, want)
					}
				}
			}
		}
	}
	// The end of the addresses.
	for off, want := range map[int64]bool{-1: true, 0: false, 1: false} {
		l := newLine(cfa.Range{Bits: 70, Signed: true})
		a := l.p.NewArray(nil, "m", small, -1)
		a.Region, a.Step = true, 1
		end := &cfa.Const{Val: num.Pow2(uint(l.p.Model.PtrBits())).Add(num.Of(off))}
		l.do(&cfa.Store{Arr: a, Idx: l.inputs[0], Val: konst(1)})
		l.do(&cfa.Assume{Cond: bin(cfa.Eq, l.inputs[0], end)})
		p := l.fail()
		if _, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: 1}); (err != nil) != want {
			t.Errorf("%d beside the end: %v", off, err)
		}
	}
}
