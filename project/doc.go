// Package project reads whet.yml, the file in a repository that names what is verified there, and
// judges its result: what `whet check` does.
//
//	read.go      the file, strictly: what is not known is an error with its place
//	pattern.go   patterns of files, with ** for any folders
//	judge.go     whether a verdict is the expected one
//	baseline.go  findings that are accepted
package project
