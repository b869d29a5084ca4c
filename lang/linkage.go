// This file says which names of a program the linker sees, and how reports tell equal names apart.

package lang

import "strings"

// Linkage is what the declarations of a name in one translation unit say to the linker (C11 6.2.2, 6.7.4).
type Linkage struct {
	// Static is set if the name is declared static: in other units it refers to something else.
	Static bool
	// Inline is set for a function if a declaration at file scope says inline.
	Inline bool
	// External is set for a function if a declaration at file scope lacks inline or says extern, so that a definition
	// serves other units, too.
	External bool
}

// InlineOnly reports whether the function has an inline definition that does not serve other units. An external
// definition replaces it.
func (f *Func) InlineOnly() bool {
	return f.Body != nil && !f.Model && f.Inline && !f.External && !f.Static
}

// Label returns the function's name for people. If several functions have the same name, the label contains the file.
func (f *Func) Label() string { return labelled(f.File, f.Name) }

// Internal reports whether the object has internal linkage: its name means other objects in other translation units.
func (o *Object) Internal() bool { return o.Static }

// Label returns the object's name for people. The label of a static local object contains the function's name. If
// several objects have the same name, the label contains the file.
func (o *Object) Label() string {
	if o.Storage == Static && o.Func != nil {
		return o.Func.Label() + "::" + o.Name
	}
	return labelled(o.File, o.Name)
}

// labelled returns name, with file in front unless that is empty.
func labelled(file, name string) string {
	if file == "" {
		return name
	}
	return file + "::" + name
}

// PlainName returns the C name in a label that Label returned.
func PlainName(label string) string { return label[strings.LastIndexByte(label, ':')+1:] }
