package smt

import "strings"

// Symbol is the name as SMT-LIB writes it: between bars unless it is a simple symbol.
func Symbol(name string) string {
	simple := name != "" && (name[0] < '0' || name[0] > '9')
	for i := 0; simple && i < len(name); i++ {
		c := name[i]
		simple = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
	}
	if simple {
		return name
	}
	return "|" + name + "|"
}
