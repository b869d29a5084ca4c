// Package project implements `whet check`: it reads whet.yml, the file in a repository that lists what is verified
// there, and judges the results.
//
//	read.go      the file, read strictly: anything unknown is an error with its position
//	pattern.go   file patterns, with ** for any number of folders
//	judge.go     whether a verdict is the expected one
//	baseline.go  accepted findings
package project
