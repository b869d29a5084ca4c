// Package junit writes results as the XML that JUnit's runners write and build servers read.
package junit
