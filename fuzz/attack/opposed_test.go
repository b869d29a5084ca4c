package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/whet-mc/whet/fuzz/script"
)

// An answer of another solver counts unless it contradicts itself, nobody else gives it, and whet
// does not accept the model that goes with it.
func TestSettled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the other solvers are shell scripts")
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	// says makes a solver: what it answers where it is asked for a model, and where one is put in,
	// or nothing.
	says := func(name, model, put string) {
		text := fmt.Sprintf("#!/bin/sh\nq=$(cat)\ncase \"$q\" in\n*define-fun*) echo '%s';;\n*) echo '%s';;\nesac\n", put, model)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	const model = "sat\n(\n  (define-fun x () Int 1)\n)"
	impossible := script.Script{Declarations: "(declare-fun x () Int)\n", Assertions: []string{"(< x x)"}}
	possible := script.Script{Declarations: impossible.Declarations, Assertions: []string{"(< 0 x)"}}
	for _, c := range []struct {
		name         string
		s            script.Script
		whet, answer string
		z3, z3put    string // of z3: asked alone, and with a model put in
		cvc5         string
		counts       bool
	}{
		{"agreed", impossible, "unsat", "unsat", "sat", "sat", "sat", true},
		{"nothing to oppose", impossible, "unknown", "sat", "unsat", "unsat", "unsat", true},
		{"sat, with a model that it confirms", impossible, "unsat", "sat", model, "sat", "unsat", true},
		{"sat, with a model that it does not decide", impossible, "unsat", "sat", model, "unknown", "unsat", true},
		{"sat, without a model", impossible, "unsat", "sat", "sat", "(error \"no model\")", "unsat", true},
		{"sat, and unknown alone", impossible, "unsat", "sat", "unknown", "unsat", "unsat", true},
		{"sat, and unsat alone", impossible, "unsat", "sat", "unsat", "", "unsat", false},
		{"sat, with a model that is none", impossible, "unsat", "sat", model, "unsat", "unsat", false},
		{"the same, and cvc5 says sat", impossible, "unsat", "sat", model, "unsat", "sat", true},
		{"the same, and whet accepts the model", possible, "unsat", "sat", model, "unsat", "unsat", true},
		{"unsat, and no word on whet's model", possible, "sat", "unsat", "unsat", "unknown", "sat", true},
		{"unsat, of whet's model too", possible, "sat", "unsat", "unsat", "unsat", "sat", true},
		{"unsat, and confirms whet's model", possible, "sat", "unsat", "unsat", "sat", "sat", false},
		{"the same, and cvc5 says unsat", possible, "sat", "unsat", "unsat", "sat", "unsat", true},
		{"unsat, and sat alone", possible, "sat", "unsat", model, "", "sat", false},
	} {
		says("z3", c.z3, c.z3put)
		says("cvc5", c.cvc5, "")
		p := &Formula{Answer: c.whet}
		if c.whet == "sat" {
			p.model = "((define-fun x () Int 1))"
		}
		q := script.Question{Declarations: c.s.Declarations, Assertions: c.s.Assertions}
		got := (&Campaign{}).settled(context.Background(), script.Rivals(), 0, &c.s, p, q, c.answer)
		if c.counts != (got == c.answer) || !c.counts && got != "unknown" || c.counts != (len(p.Faults) == 0) {
			t.Errorf("%s: %s, %q", c.name, got, p.Faults)
		}
	}
}

// The elements of a free sort differ, whichever way a solver names them.
func TestModelled(t *testing.T) {
	const declarations = "(declare-sort U 0)\n(declare-fun a () U)\n(declare-fun b () U)\n"
	const want = "(declare-sort U 0)\n(declare-fun %s () U)\n(declare-fun %s () U)\n(assert (distinct %s %s))\n(declare-fun b () U)\n(define-fun a () U %s)\n"
	for model, names := range map[string][2]string{
		"((declare-fun U!val!1 () U) (declare-fun U!val!0 () U) (forall ((x U)) (or (= x U!val!1) (= x U!val!0))) (define-fun a () U U!val!0))": {"U!val!1", "U!val!0"},
		"((define-fun a () U (ite (= (as @U_0 U) (as @U_1 U)) (as @U_0 U) (as @U_1 U))))":                                                       {"e_U_0", "e_U_1"},
	} {
		value := names[1]
		if names[0] == "e_U_0" {
			value = "(ite (= e_U_0 e_U_1) e_U_0 e_U_1)"
		}
		if got := modelled(declarations, model); got != fmt.Sprintf(want, names[0], names[1], names[0], names[1], value) {
			t.Errorf("%s:\n%s", model, got)
		}
	}
}
