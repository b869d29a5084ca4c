// This file has the places where attributes can occur.

package gnu

import "strings"

// Site is a set of places where an attribute can occur.
type Site int

const (
	OnFunc   Site = 1 << iota // a function's declaration or definition
	OnGlobal                  // a variable with static storage, or extern
	OnLocal                   // an automatic variable
	OnParam
	OnTypedef
	OnRecord // a struct or union, before or after its members
	OnEnum   // an enumeration, after its members
	OnMember
	OnTypeName // in a cast, sizeof, compound literal …
	OnPointer  // after the * of a declarator
	OnNothing  // a declaration without declarators
	onStmt     // labels and statements; the parser drops these
)

const (
	onVar      = OnGlobal | OnLocal
	onDeclared = OnFunc | onVar | OnTypedef
	onType     = OnTypedef | OnTypeName
	Anywhere   = 1<<12 - 1
)

// AttributeName returns the name of the attribute s without the underscores around it.
func AttributeName(s string) string {
	if t := strings.TrimPrefix(s, "__"); t != s {
		return strings.TrimSuffix(t, "__")
	}
	return s
}
