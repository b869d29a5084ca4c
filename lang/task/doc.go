// Package task reads the files that say what is to be verified: task definitions and property files of
// SV-COMP. Nothing of it reads C.
//
//	task.go      Task, a program with the properties that it has or lacks; Read
//	property.go  Property, what a file ending in .prp asks for; the names of what can be asked for
//	document.go  Document, a YAML file whose nodes know their places, which package project uses too
package task
