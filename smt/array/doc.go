// Package array is the prover for paths over arrays: store, select and what lies between them. The theory
// of arrays for a solver that combines theories is package weak.
//
// [Prove] takes a conjunction that comes from a path of a program, in single assignment form:
// definitions x = e and a' = store(a, i, e), and conditions. It uses the definitions to rewrite the
// conditions, decides by linear arithmetic whether two indexes are equal, splits cases where it
// must, and answers with a proof in a sequent calculus whose leaves are members of the input set:
//
//	r, err := array.Prove(ctx, b, inputs, array.Options{})
//	if r.Status == array.Refuted {
//		err = array.Check(b, inputs, r.Proof) // does every inference again
//		r.Proof.Inputs()                      // which members it took
//		r.Proof.Formulas()                    // everything that occurs in it
//		r.Proof.Label(b, array.Selects)       // which elements of which arrays it looks at
//	}
//
// This is what refinement by array elements needs: Armando, Benerecetti and Mantovani, "Abstraction
// Refinement of Linear Programs with Arrays" (TACAS 2007), sections 5 and 6.
//
//	sequent*.go   proofs: rules, labels, printing, and the independent check
//	prove.go      the search: facts, splits, backtracking to the split that a conflict rests on
//	*_define.go   which inputs define variables
//	*_rewrite.go  normal forms of defined variables, each found once
//	*_version.go  arrays as numbered versions on a line, where the latest store is looked up
//	*_select.go   what is read from a version
//	*_linear.go   comparisons: questions to the simplex tableau, and the coefficients of its
//	              answers
//	*_fact.go     what holds in the case that is looked at
package array
