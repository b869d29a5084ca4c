package sat

// circuit builds clauses of gates (Tseitin's).
type circuit struct {
	vars    int
	clauses [][]Lit
}

func (c *circuit) wire() Lit {
	c.vars++
	return MkLit(Var(c.vars-1), false)
}

func (c *circuit) add(lits ...Lit) { c.clauses = append(c.clauses, lits) }

func (c *circuit) and(a, b Lit) Lit {
	o := c.wire()
	c.add(o.Not(), a)
	c.add(o.Not(), b)
	c.add(o, a.Not(), b.Not())
	return o
}

func (c *circuit) or(a, b Lit) Lit { return c.and(a.Not(), b.Not()).Not() }

func (c *circuit) xor(a, b Lit) Lit {
	o := c.wire()
	c.add(o.Not(), a, b)
	c.add(o.Not(), a.Not(), b.Not())
	c.add(o, a.Not(), b)
	c.add(o, a, b.Not())
	return o
}

func (c *circuit) fullAdder(a, b, d Lit) (sum, carry Lit) {
	x := c.xor(a, b)
	return c.xor(x, d), c.or(c.and(a, b), c.and(x, d))
}

// times is the schoolbook product of a and b modulo 2^n.
func (c *circuit) times(a, b []Lit) []Lit {
	n := len(a)
	sum := make([]Lit, n)
	for i := range sum {
		sum[i] = c.and(a[i], b[0])
	}
	for k := 1; k < n; k++ {
		carry := noLit
		for i := k; i < n; i++ {
			p := c.and(a[i-k], b[k])
			if carry == noLit {
				sum[i], carry = c.xor(sum[i], p), c.and(sum[i], p)
			} else {
				sum[i], carry = c.fullAdder(sum[i], p, carry)
			}
		}
	}
	return sum
}

// miter says that a*b and b*a differ for some n-bit words: unsatisfiable.
func miter(n int) (vars int, clauses [][]Lit) {
	c := &circuit{}
	a, b := make([]Lit, n), make([]Lit, n)
	for i := range n {
		a[i], b[i] = c.wire(), c.wire()
	}
	x, y := c.times(a, b), c.times(b, a)
	var differ []Lit
	for i := range n {
		differ = append(differ, c.xor(x[i], y[i]))
	}
	c.add(differ...)
	return c.vars, c.clauses
}
