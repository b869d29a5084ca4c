// Walking and rewriting of terms.

package smt

import "math"

// Rebuild applies the operator of t to args through the constructors, so the result is simplified as if it had been
// built that way. The sorts of args must be the sorts of t's arguments.
func (b *Builder) Rebuild(t *Term, args []*Term) *Term {
	same := true
	for i, a := range args {
		if a != t.args[i] {
			same = false
			break
		}
	}
	if same {
		return t
	}
	switch t.op {
	case OpNot:
		return b.Not(args[0])
	case OpAnd:
		return b.And(args...)
	case OpOr:
		return b.Or(args...)
	case OpXor:
		return b.Xor(args[0], args[1])
	case OpEq:
		return b.Eq(args[0], args[1])
	case OpLe:
		return b.Le(args[0], b.zero(args[0].sort))
	case OpLt:
		return b.Lt(args[0], b.zero(args[0].sort))
	case OpApp:
		return b.App(t.fn, args...)
	case OpIte:
		return b.Ite(args[0], args[1], args[2])
	case OpSum:
		return b.Linear(t.sort, t.val, t.coefs, args)
	case OpMul:
		return b.Mul(args...)
	case OpDiv:
		return b.Div(args[0], t.val)
	case OpToReal:
		return b.ToReal(args[0])
	case OpToInt:
		return b.ToInt(args[0])
	case OpSelect:
		return b.Select(args[0], args[1])
	case OpStore:
		return b.Store(args[0], args[1], args[2])
	case OpConstArray:
		return b.ConstArray(t.sort, args[0])
	case OpDiff:
		return b.Diff(args[0], args[1])
	}
	if t.op >= OpFloatVal {
		return b.rebuildFloat(t, args)
	}
	return b.rebuildBitVec(t, args)
}

func (b *Builder) zero(s *Sort) *Term {
	if s.Kind == Int {
		return b.zeroInt
	}
	return b.zeroReal
}

// Walk visits t and its subterms that are not in seen, each term once and arguments first, and adds them to seen. It
// takes no stack, however deep t is. If enter is not nil and returns false for a term, Walk visits this term but not
// its arguments.
func Walk(t *Term, seen map[*Term]bool, enter func(*Term) bool, visit func(*Term)) {
	type frame struct {
		t    *Term
		next int
	}
	if seen[t] {
		return
	}
	seen[t] = true
	stack := []frame{{t: t}}
	if enter != nil && !enter(t) {
		stack[0].next = len(t.args)
	}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next < len(f.t.args) {
			a := f.t.args[f.next]
			f.next++
			if !seen[a] {
				seen[a] = true
				next := 0
				if enter != nil && !enter(a) {
					next = len(a.args)
				}
				stack = append(stack, frame{a, next})
			}
			continue
		}
		visit(f.t)
		stack = stack[:len(stack)-1]
	}
}

// A Substitution replaces terms simultaneously: it does not rewrite the replacements. It remembers the terms that it
// has rebuilt. The zero value is not usable; see [Builder.Substitution].
type Substitution struct {
	b    *Builder
	memo map[*Term]*Term
	from map[*Term]bool // the terms that are replaced
	// the smallest ID of a replaced term; terms with smaller IDs contain none of them
	least uint32
}

// Substitution returns an empty substitution.
func (b *Builder) Substitution() *Substitution {
	return &Substitution{b: b, memo: map[*Term]*Term{}, from: map[*Term]bool{}, least: math.MaxUint32}
}

// Set makes the substitution replace the term `from` by the term `to`, which must have the same sort. Apply must not
// have seen a term that contains from, unless Forget has dropped that term since.
func (s *Substitution) Set(from, to *Term) {
	want(to, from.sort)
	s.memo[from] = to
	s.from[from] = true
	s.least = min(s.least, from.id)
}

func (s *Substitution) done(t *Term) *Term {
	if t.id < s.least {
		return t
	}
	return s.memo[t]
}

// Apply returns t with the replacements made, rebuilt by the constructors.
func (s *Substitution) Apply(t *Term) *Term {
	if r := s.done(t); r != nil {
		return r
	}
	var args []*Term
	stack := []*Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if s.done(t) != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, a := range t.args {
			if s.done(a) == nil {
				ready = false
				stack = append(stack, a)
			}
		}
		if !ready {
			continue
		}
		args = args[:0]
		for _, a := range t.args {
			args = append(args, s.done(a))
		}
		s.memo[t] = s.b.Rebuild(t, args)
		stack = stack[:len(stack)-1]
	}
	return s.memo[t]
}

// Forget drops the results remembered for t and its subterms that are not older than x. After that, Set may be called
// for x although t was rebuilt before.
func (s *Substitution) Forget(t, x *Term) {
	Walk(t, map[*Term]bool{}, func(o *Term) bool { return o.id > x.id }, func(o *Term) {
		if o.id >= x.id && !s.from[o] {
			delete(s.memo, o)
		}
	})
}
