// Package contract applies contracts of functions (lang.Contract), and makes the driver of an entry function other
// than main (lang.Driver). Both determine which values and objects come from outside.
//
//	Apply       redirects calls to functions made from contracts: stand-ins for bodies, stubs of functions without
//	            a body, and functions around a body, which claim what the contract says    contract_use.go
//	Drive       makes the driver: it gives variables any value, makes the objects that pointers from outside
//	            point to, assumes the preconditions, calls the entry, and claims the postconditions    driver.go
//	Terms       translates a term of a contract for use in a function: its parameters, quantifiers and \old
//	            contract_terms.go, elaborate.go
//
// Lang/read calls Apply and Drive when a unit is complete, and Terms where it reads annotations.
package contract
