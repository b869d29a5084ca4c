package smt

import "github.com/whet-mc/whet/num"

// A remainder depends on the residue of what is divided only. So below Mod, and Wrap, a choice
// between terms that differ by a multiple of the modulus is no choice: the conditional numbers that
// stand for a word that has gone around once are the plain number there, wherever in a polynomial
// they are. Other choices among factors come out of the remainder, where each case is a polynomial
// of its own.

const (
	maxChoices = 4       // conditions that are distinguished, one below the other
	maxNested  = 8       // conditionals that are looked into, one below the other
	maxSeen    = 64      // terms of a sum that is looked through
	maxLooked  = 1 << 10 // terms that are looked into, shared ones as often as they are met
)

// choosing reports whether x has products, and conditionals in them or beside them.
func choosing(x *Term) bool {
	switch x.op {
	case OpSum:
		if len(x.args) > maxSeen {
			return false
		}
		product, choice := false, false
		for _, a := range x.args {
			product = product || a.op == OpMul
			choice = choice || a.op == OpIte || a.op == OpMul && choosing(a)
		}
		return product && choice
	case OpMul:
		for _, a := range x.args {
			if a.op == OpIte {
				return true
			}
		}
	}
	return false
}

// modulo is a term congruent to x modulo k, simpler if that is to be had. It looks into as many
// terms as left says.
func (b *Builder) modulo(x *Term, k num.Rat, depth int, left *int) *Term {
	if *left--; *left < 0 {
		return x
	}
	switch x.op {
	case OpIte:
		if depth == 0 {
			return x
		}
		y, z := b.modulo(x.args[1], k, depth-1, left), b.modulo(x.args[2], k, depth-1, left)
		if y == z || b.multipleOf(b.Sub(y, z), k) {
			return y
		}
		return b.Ite(x.args[0], y, z)
	case OpMul:
		args := make([]*Term, len(x.args))
		for i, a := range x.args {
			args[i] = b.modulo(a, k, depth, left)
		}
		return b.Mul(args...)
	case OpSum:
		if len(x.args) > maxSeen {
			return x
		}
		args := make([]*Term, len(x.args))
		for i, a := range x.args {
			args[i] = b.modulo(a, k, depth, left)
		}
		return b.Linear(x.sort, x.val, x.coefs, args)
	}
	return x
}

// multipleOf reports whether x is seen to be a multiple of k.
func (b *Builder) multipleOf(x *Term, k num.Rat) bool {
	whole := func(c num.Rat) bool { return c.Quo(k).IsInt() }
	switch x.op {
	case OpNum:
		return whole(x.val)
	case OpSum:
		for _, c := range x.coefs {
			if !whole(c) {
				return false
			}
		}
		return whole(x.val)
	}
	return false
}

// apart is the remainder of x, a polynomial with conditionals, which are distinguished by their
// conditions.
func (b *Builder) apart(x *Term, k num.Rat, choices int) *Term {
	left := maxLooked
	if x = b.modulo(x, k, maxNested, &left); choices == 0 || left < 0 || !choosing(x) {
		return b.remainder(x, k)
	}
	c := choice(x)
	return b.Ite(c, b.apart(b.decided(x, c, true), k, choices-1), b.apart(b.decided(x, c, false), k, choices-1))
}

// decided is decide for a bounded number of terms.
func (b *Builder) decided(x, c *Term, value bool) *Term {
	left := maxLooked
	return b.decide(x, c, value, &left)
}

// choice is the condition of the first conditional.
func choice(x *Term) *Term {
	for _, a := range x.args {
		switch {
		case a.op == OpIte:
			return a.args[0]
		case a.op == OpMul && choosing(a):
			return choice(a)
		}
	}
	return nil
}

// decide is a polynomial where the condition c has a value; of what is beyond the bound, nothing is
// decided.
func (b *Builder) decide(x, c *Term, value bool, left *int) *Term {
	if *left--; *left < 0 {
		return x
	}
	switch x.op {
	case OpIte:
		for x.op == OpIte && x.args[0] == c {
			if value {
				x = x.args[1]
			} else {
				x = x.args[2]
			}
		}
		return x
	case OpMul, OpSum:
		args := make([]*Term, len(x.args))
		for i, a := range x.args {
			args[i] = b.decide(a, c, value, left)
		}
		if x.op == OpMul {
			return b.Mul(args...)
		}
		return b.Linear(x.sort, x.val, x.coefs, args)
	}
	return x
}
