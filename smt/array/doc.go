// Package array is a prover for path formulas with arrays. The theory of arrays for a solver that combines theories is
// package weak.
//
// [Prove] takes a conjunction that describes a path of a program in single assignment form: definitions x = e and a' =
// store(a, i, e), and conditions. It uses the definitions to rewrite the conditions, decides by linear arithmetic
// whether two indexes are equal, splits cases where necessary, and returns a proof in a sequent calculus whose leaves
// are members of the input set:
//
//	r, err := array.Prove(ctx, b, inputs, array.Options{})
//	if r.Status == array.Refuted {
//	  err = array.Check(b, inputs, r.Proof) // checks every inference
//	  r.Proof.Inputs()                      // the members that it uses
//	  r.Proof.Formulas()                    // everything that occurs in it
//	  r.Proof.Label(b, array.Selects)       // the array elements that it reads
//	}
//
// The proof is what refinement by array elements needs: Armando, Benerecetti and Mantovani, "Abstraction Refinement of
// Linear Programs with Arrays" (TACAS 2007), sections 5 and 6.
//
//	sequent*.go   proofs: rules, labels, printing, and the independent check
//	prove.go      the search: facts, splits, backtracking to the split that a conflict depends on
//	*_define.go   which inputs define variables
//	*_rewrite.go  normal forms of defined variables, each found once
//	*_version.go  arrays as numbered versions on a line, with lookup of the latest store
//	*_select.go   reading of an element from a version
//	*_linear.go   comparisons: queries to the simplex tableau, and the Farkas coefficients of its
//	              answers
//	*_fact.go     the facts of the current case
package array
