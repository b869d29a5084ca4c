// Package task reads the files that say what to verify: task definitions and property files of SV-COMP. It does not
// read C.
//
//	task.go      Task, a program with properties that it has or lacks; Read
//	property.go  Property, the contents of a .prp file; the names of properties
//	document.go  Document, a YAML file whose nodes have places; package project uses it, too
package task
