package migrate

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// translation translates terms about the old program into terms about the new one.
type translation struct {
	b        *smt.Builder
	a        *Alignment
	old, now *Shape
	memo     map[*smt.Term]*smt.Term // nil: it speaks of what is gone
	seen     map[*smt.Term]bool
}

func newTranslation(b *smt.Builder, a *Alignment, old, now *Shape) *translation {
	return &translation{b: b, a: a, old: old, now: now, memo: map[*smt.Term]*smt.Term{}, seen: map[*smt.Term]bool{}}
}

// set says what a constant is now; nil: it is gone.
func (x *translation) set(from, to *smt.Term) { x.memo[from], x.seen[from] = to, true }

// apply translates a term; nil: it speaks of what is gone.
func (x *translation) apply(t *smt.Term) *smt.Term {
	smt.Walk(t, x.seen, nil, func(t *smt.Term) {
		args := make([]*smt.Term, t.NumArgs())
		for i, a := range t.Args() {
			if args[i] = x.memo[a]; args[i] == nil {
				x.memo[t] = nil
				return
			}
		}
		switch t.Op() {
		case smt.OpNum:
			x.memo[t] = x.b.Num(x.number(t.Value()), t.Sort())
		case smt.OpSum:
			coefs := make([]num.Rat, len(args))
			for i := range args {
				coefs[i] = t.Coef(i)
			}
			x.memo[t] = x.b.Linear(t.Sort(), x.number(t.Value()), coefs, args)
		case smt.OpBVConst:
			n, ok := x.number(t.Value()).Int()
			if !ok {
				x.memo[t] = t
				break
			}
			x.memo[t] = x.b.BV(n, t.Width())
		default:
			x.memo[t] = x.b.Rebuild(t, args)
		}
	})
	return x.memo[t]
}

// number is what a number has become, whatever its sign in a sum: the one that stands where it stood,
// or beside that; an address of which nothing is known is at the same place in its object.
func (x *translation) number(v num.Rat) num.Rat {
	k, ok := v.Int64()
	if !ok {
		return v
	}
	sign := int64(1)
	if k < 0 {
		k, sign = -k, -1
	}
	for _, by := range []int64{0, -1, 1} {
		if to, ok := x.a.Numbers[k+by]; ok {
			return num.RatOf(sign * (to - by))
		}
	}
	if id, ok := x.old.object(k); ok {
		if to := x.a.Objects[id]; to >= 0 {
			was, is := &x.old.Objects[id], &x.now.Objects[to]
			k = is.Base + is.offset(was, k-was.Base)
		}
	}
	return num.RatOf(sign * k)
}
