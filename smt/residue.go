package smt

import "github.com/whet-mc/whet/num"

// Simplification of remainders. A remainder depends only on the residue of the dividend. So under Mod and Wrap, a
// conditional between terms that differ by a multiple of the modulus is replaced by one of them. Such conditionals
// arise where a word has wrapped around once; they are simplified wherever they occur in a polynomial. Other
// conditionals among factors are moved outside the remainder, so that each case is a polynomial without them.

const (
	maxChoices = 4       // nested case distinctions
	maxNested  = 8       // nested conditionals that are looked into
	maxSeen    = 64      // terms of a sum that are looked through
	maxLooked  = 1 << 10 // terms that are looked into; a shared term counts each time that it is reached
)

// choosing reports whether x has both products and conditionals, as factors or as summands.
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

// modulo returns a term congruent to x modulo k, simpler than x if possible. It looks into at most *left terms.
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

// multipleOf reports whether x is recognized as a multiple of k.
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

// apart returns the remainder modulo k of x, a polynomial with conditionals. It distinguishes the cases of up to
// choices conditions.
func (b *Builder) apart(x *Term, k num.Rat, choices int) *Term {
	left := maxLooked
	if x = b.modulo(x, k, maxNested, &left); choices == 0 || left < 0 || !choosing(x) {
		return b.remainder(x, k)
	}
	c := choice(x)
	return b.Ite(c, b.apart(b.decided(x, c, true), k, choices-1), b.apart(b.decided(x, c, false), k, choices-1))
}

// decided calls decide with a bound of maxLooked terms.
func (b *Builder) decided(x, c *Term, value bool) *Term {
	left := maxLooked
	return b.decide(x, c, value, &left)
}

// choice returns the condition of the first conditional in x.
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

// decide simplifies the polynomial x under the assumption that the condition c has the given value. It looks into at
// most *left terms and does not change the rest.
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
