// Package satfamilies makes propositional formulas of the families on which solvers are usually compared, for tests
// and benchmarks: counting (pigeons, chessboards), parity (Tseitin's formulas, sums of bits in two orders), random
// clauses near the threshold, circuits that should be equal, factors of numbers, and machines unrolled over time. The
// same call always makes the same text.
package satfamilies

import (
	"fmt"
	"strings"
)

// An Instance is a formula in conjunctive normal form.
type Instance struct {
	Family, Name string
	Want         string // sat or unsat; for random clauses, the answer of z3 and CaDiCaL

	vars    int
	clauses [][]int // literals as in DIMACS
}

// Instances lists the forty formulas that are measured.
func Instances() []Instance {
	var all []Instance
	add := func(family, want string, f *formula, name ...any) {
		all = append(all, Instance{family, strings.Join(strings.Fields(fmt.Sprintln(name...)), "-"), want, f.vars, f.clauses})
	}
	for _, n := range []int{7, 8, 9, 10} {
		add("pigeons", "unsat", pigeons(n), "pigeons", n)
	}
	for _, n := range []int{10, 12, 14} {
		add("chessboard", "unsat", chessboard(n), "chessboard", n)
	}
	for _, c := range []struct{ n, degree int }{{60, 3}, {70, 3}, {120, 3}, {20, 4}, {26, 4}, {14, 5}} {
		add("tseitin", "unsat", tseitin(c.n, c.degree, 1, true), "tseitin", c.n, c.degree)
	}
	add("tseitin", "sat", tseitin(200, 3, 2, false), "tseitin", 200, 3, "even")
	for _, n := range []int{25, 30, 35, 40} {
		add("parity", "unsat", parity(n, 1, true), "parity", n)
	}
	add("parity", "sat", parity(150, 2, false), "parity", 150, "even")
	for _, c := range []struct {
		n    int
		seed uint64
		want string
	}{{200, 1, "unsat"}, {225, 3, "unsat"}, {250, 11, "unsat"}, {250, 5, "sat"}, {300, 8, "sat"}, {300, 9, "sat"}} {
		add("random", c.want, random(c.n, c.n*426/100, c.seed), "random", c.n, c.seed)
	}
	for _, n := range []int{16, 32, 64} {
		add("adder", "unsat", sums(n), "adder", n)
	}
	for _, n := range []int{6, 7, 8} {
		add("multiplier", "unsat", products(n), "multiplier", n)
	}
	for _, c := range []struct {
		bits   int
		number uint64
		want   string
	}{{14, 180261091, "sat"}, {16, 3051331021, "sat"}, {13, 30000001, "unsat"}, {14, 120000007, "unsat"}} {
		add("factors", c.want, factors(c.bits, c.number), "factors", c.number)
	}
	for _, c := range []struct{ bits, steps int }{{8, 24}, {10, 40}} {
		add("counters", "unsat", counters(c.bits, c.steps), "counters", c.bits, c.steps)
	}
	for _, c := range []struct{ bits, steps int }{{41, 120}, {59, 150}, {71, 180}} {
		add("registers", "sat", registers(c.bits, c.steps, 1), "registers", c.bits, c.steps)
	}
	return all
}

// DIMACS returns the formula in the format of SAT solvers.
func (i Instance) DIMACS() string {
	var b strings.Builder
	fmt.Fprintf(&b, "c %s\np cnf %d %d\n", i.Name, i.vars, len(i.clauses))
	for _, c := range i.clauses {
		for _, l := range c {
			fmt.Fprint(&b, l, " ")
		}
		b.WriteString("0\n")
	}
	return b.String()
}

// SMT returns the formula as an SMT-LIB script.
func (i Instance) SMT() string {
	var b strings.Builder
	fmt.Fprintf(&b, "; %s\n(set-logic QF_UF)\n(set-info :status %s)\n", i.Name, i.Want)
	for v := range i.vars {
		fmt.Fprintf(&b, "(declare-const x%d Bool)\n", v+1)
	}
	for _, c := range i.clauses {
		b.WriteString("(assert (or false")
		for _, l := range c {
			if l > 0 {
				fmt.Fprintf(&b, " x%d", l)
			} else {
				fmt.Fprintf(&b, " (not x%d)", -l)
			}
		}
		b.WriteString("))\n")
	}
	b.WriteString("(check-sat)\n")
	return b.String()
}

// Vars returns the number of variables; Clauses returns the clauses, literals as in DIMACS.
func (i Instance) Vars() int        { return i.vars }
func (i Instance) Clauses() [][]int { return i.clauses }
