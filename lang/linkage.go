package lang

import "strings"

// Linkage is what the declarations of a name in one translation unit tell the linker (C11 6.2.2,
// 6.7.4).
type Linkage struct {
	Static bool // static: other units have other things by that name
	Inline bool // of a function: a declaration at file scope says inline
	// of a function: one does not, or says extern, so that a definition is one for other units, too
	External bool
}

// InlineOnly reports whether the function has a definition that is not one for other units, and
// gives way to one that is.
func (f *Func) InlineOnly() bool {
	return f.Body != nil && !f.Model && f.Inline && !f.External && !f.Static
}

// Label is the function's name for people: with its file, where that alone tells it from another.
func (f *Func) Label() string { return labelled(f.File, f.Name) }

// Internal reports whether other translation units have other objects by the name.
func (o *Object) Internal() bool { return o.Static }

// Label is the object's name for people: with the function that it is local to and has static
// storage in, or with its file where that alone tells it from another.
func (o *Object) Label() string {
	if o.Storage == Static && o.Func != nil {
		return o.Func.Label() + "::" + o.Name
	}
	return labelled(o.File, o.Name)
}

func labelled(file, name string) string {
	if file == "" {
		return name
	}
	return file + "::" + name
}

// PlainName is the name in C of what Label names.
func PlainName(label string) string { return label[strings.LastIndexByte(label, ':')+1:] }
