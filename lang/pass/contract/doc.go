// Package contract puts contracts of functions (lang.Contract) to use, and makes the driver of an entry function
// other than main (lang.Driver): both decide what values and objects come from outside.
//
//	Apply       lets calls lead to what contracts make of them: stand-ins, stubs of functions without a body, and
//	            functions around a body, which claim what the contract says    contract_use.go
//	Drive       makes the driver: it gives variables any value, makes the objects that pointers from outside
//	            lead to, assumes what is required, calls the entry, and claims what is ensured    driver.go
//	Terms       a term of a contract in a function: with its parameters, and with what becomes of quantifiers
//	            and \old    contract_terms.go, elaborate.go
//
// Lang/read calls Apply and Drive when a unit is complete, and Terms where it reads annotations.
package contract
