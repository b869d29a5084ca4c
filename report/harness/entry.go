package harness

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// This file writes main for an entry function other than main. The harness gives the function what the driver
// (lang.Driver) gave it in the run. It includes the program's file, because its functions and types may be local to
// that file. Then it makes the objects that pointers lead to, sets the values that the run read, and calls the
// function.

// sizeOf returns the size of an object in the run.
func (h *writer) sizeOf(o *lang.DriverObject) int64 {
	if o.Size != nil {
		return h.sizes[o.Size.Name]
	}
	return o.Type.Size
}

// include includes the program; if the program has its own main, that is renamed.
func (h *writer) include() {
	h.printf("#define main whet_main_of_the_program\n#include \"%s\"\n#undef main\n\n", filepath.Base(h.unit.Entry.Pos.File))
}

// entry writes main.
func (h *writer) entry() {
	d := h.unit.Driver
	h.declareForeign()
	h.printf("\nint main(void) {\n")
	for _, o := range d.Objects {
		if o.At != nil {
			h.printf("  %s = __builtin_malloc(%d);\n", cDecl(o.Type, "(*"+cName(o.Name)+")"), h.sizeOf(o))
		} else {
			h.printf("  static %s;\n", cDecl(o.Type, cName(o.Name)))
		}
	}
	var args []string
	for _, p := range h.unit.Entry.Params {
		h.printf("  %s;\n", cDecl(p.Type, argument(p.Name)))
		args = append(args, argument(p.Name))
	}
	for _, o := range d.Objects {
		h.printf("  __builtin_memset((void *)%s, 0, %d);\n", h.address(o.Name), h.sizeOf(o))
	}
	for _, p := range h.unit.Entry.Params {
		h.printf("  __builtin_memset((void *)&%s, 0, sizeof %[1]s);\n", argument(p.Name))
	}
	for _, s := range h.places {
		h.printf("  %s\n", s)
	}
	f := h.unit.Entry.Name
	for _, p := range h.unit.Entry.Params {
		if p.Type.Kind == lang.Record && !named(p.Type) { // a type that C distinguishes from the program's
			types := make([]string, len(args))
			for i, a := range args {
				types[i] = "__typeof__(" + a + ")"
			}
			f = fmt.Sprintf("((void (*)(%s))%s)", strings.Join(types, ", "), h.unit.Entry.Name)
		}
	}
	h.printf("  %s(%s);\n  return 0;\n}\n", f, strings.Join(args, ", "))
}

// place collects the statements that set the values of the run. Values that it cannot set are listed in the head of
// the file.
func (h *writer) place() {
	if h.unit.Driver == nil {
		return
	}
	bases := map[string]num.Int{}
	h.sizes = map[string]int64{}
	for _, c := range h.out.Changes {
		if _, ok := bases[c.What]; !ok {
			bases[c.What] = c.Value
		}
		if n, ok := c.Value.Int64(); ok {
			h.sizes[c.What] = max(n, h.sizes[c.What])
		}
	}
	for _, f := range h.unit.Driver.Fixed {
		n := int64(1)
		for _, k := range f.Lens {
			n *= k
		}
		for i := range n {
			if s := h.lead(f.Name, f.Lens, i, f.Means); s != "" && f.Means != "NULL" {
				h.places = append(h.places, s)
			}
		}
	}
	times := map[*cfa.Input]int64{}
	for _, t := range h.given {
		s := ""
		if t.Var != nil && t.Var.Cell != nil {
			t.Arr, t.Idx = t.Var.Cell.Arr, t.Var.Cell.Idx
		}
		switch {
		case t.Input.Choices != nil:
			s = h.lead(t.Input.Name, t.Input.Lens, times[t.Input], t.Input.Means(t.Value))
			times[t.Input]++
		case t.Arr != nil:
			s = h.cell(t, bases)
		case t.Var != nil:
			if name := h.variable(t.Var); name != "" {
				s = put("&"+name, 0, t, (t.Var.Range.Bits+7)/8)
				if t.Float.Bits() == 0 {
					s = name + " = " + pointerTo(t.Var.Pointer) + literal(t.Value) + ";"
				}
			}
		}
		if s == "" {
			h.rest = append(h.rest, t)
		} else {
			h.places = append(h.places, s)
		}
	}
}

func pointerTo(pointer bool) string {
	if pointer {
		return "(void *)"
	}
	return ""
}

// variable returns an lvalue for a variable or a member of one; "" if the harness cannot name it.
func (h *writer) variable(v *cfa.Var) string {
	if v.Proc != nil {
		if strings.Contains(v.Name, "::") {
			return ""
		}
		return argument(v.Name)
	}
	g, path := h.global(v.Name)
	if g == nil {
		return ""
	}
	return h.named(g, path)
}

// lead returns the statement that assigns to `place` what the value of a choice means, such as "&x" or "NULL". times
// is the number of earlier assignments of the same choice. It determines the indexes for each "[]" in place.
func (h *writer) lead(place string, lens []int64, times int64, value string) string {
	for i := len(lens) - 1; i >= 0; i-- {
		at := strings.LastIndex(place, "[]")
		if at < 0 {
			return ""
		}
		place = fmt.Sprintf("%s[%d]%s", place[:at], times%lens[i], place[at+2:])
		times /= lens[i]
	}
	switch to, isAddress := strings.CutPrefix(value, "&"); {
	case value == "NULL":
		value = "0"
	case isAddress:
		value = "(void *)" + h.address(to)
	}
	lvalue := h.lvalue(place)
	if lvalue == "" || value == "" {
		return ""
	}
	return lvalue + " = " + value + ";"
}

// address returns the address of an object of the driver, or of a variable of the program.
func (h *writer) address(name string) string {
	for _, o := range h.unit.Driver.Objects {
		if o.Name == name && o.At != nil {
			return cName(name)
		}
	}
	if g, path := h.global(name); g != nil {
		if to := h.named(g, path); to != "" {
			return "&" + to
		}
	}
	return "&" + cName(name)
}

// lvalue returns a place that the driver names as C; "" if only code inside a function can name it.
func (h *writer) lvalue(place string) string {
	if arg, ok := strings.CutPrefix(place, "argument "); ok {
		return argument(arg)
	}
	for _, o := range h.unit.Driver.Objects {
		if path, ok := strings.CutPrefix(place, o.Name); ok && (path == "" || path[0] == '.' || path[0] == '[') {
			if o.At != nil {
				return "(*" + cName(o.Name) + ")" + path
			}
			return cName(o.Name) + path
		}
	}
	g, path := h.global(place)
	if g == nil {
		return ""
	}
	return h.named(g, path)
}

// cell returns a statement that stores a value which was read from memory or from an array.
func (h *writer) cell(t interp.Taken, bases map[string]num.Int) string {
	size := t.Arr.Step
	if !t.Arr.Region {
		k, ok := t.Idx.Int64()
		o, path := h.global(t.Arr.Name)
		path = strings.TrimPrefix(path, ".")
		root := ""
		if o != nil {
			root = h.named(o, "")
		}
		if root == "" || !ok || t.Arr.Proc != nil {
			return ""
		}
		off, size, ok := cellOf(o.Type, path, k)
		if !ok {
			return ""
		}
		return put("&"+root, off, t, int(size))
	}
	if bits := int64(t.Arr.Elem.Bits); bits != 8*size && !(bits == 1 && size == 1) && t.Float.Bits() == 0 {
		return "" // a bit-field
	}
	for _, o := range h.unit.Driver.Objects {
		base, ok := bases[o.Name]
		if o.At == nil || !ok {
			continue
		}
		if off, ok := t.Idx.Sub(base).Int64(); ok && 0 <= off && off < h.sizeOf(o) {
			return put(cName(o.Name), off, t, int(size))
		}
	}
	for _, o := range t.Arr.Objects {
		off, ok := t.Idx.Sub(o.Base).Int64()
		if !ok || off < 0 || off >= o.Size {
			continue
		}
		name, ok := strings.CutPrefix(o.Name, h.unit.Driver.Name+"::")
		switch {
		case ok:
			return put("&"+argument(name), off, t, int(size))
		case strings.Contains(o.Name, "::"):
			return ""
		}
		return put("&"+cName(o.Name), off, t, int(size))
	}
	return ""
}

// cellOf returns the offset and the size of the k-th scalar that a path of members leads to in a type with arrays.
func cellOf(t *lang.Type, path string, k int64) (off, size int64, ok bool) {
	type dim struct{ n, size int64 }
	var dims []dim
	names := strings.Split(path, ".")
	if path == "" {
		names = nil
	}
	for {
		if t.Kind == lang.Array {
			dims = append(dims, dim{t.Len, t.Elem.Size})
			t = t.Elem
			continue
		}
		if len(names) == 0 {
			break
		}
		f, at := memberOf(t, names[0])
		if f == nil || f.BitField {
			return 0, 0, false
		}
		off, t, names = off+at, f.Type, names[1:]
	}
	for i := len(dims) - 1; i >= 0; i-- {
		if dims[i].n <= 0 {
			return 0, 0, false
		}
		off += k % dims[i].n * dims[i].size
		k /= dims[i].n
	}
	return off, t.Size, k == 0 && t.IsScalar()
}

// memberOf finds a member, also inside members without a name.
func memberOf(t *lang.Type, name string) (*lang.Field, int64) {
	if t.Kind != lang.Record {
		return nil, 0
	}
	for _, f := range t.Fields {
		if f.Name == name {
			return f, f.Offset
		}
		if f.Name == "" {
			if g, at := memberOf(f.Type, name); g != nil {
				return g, f.Offset + at
			}
		}
	}
	return nil, 0
}

// put returns a statement that writes the bytes of a value.
func put(address string, off int64, t interp.Taken, size int) string {
	if t.Float.Bits() != 0 {
		size = (t.Float.Bits() + 7) / 8
	}
	var b strings.Builder
	fmt.Fprintf(&b, "__builtin_memcpy((char *)%s + %d, \"", address, off)
	v := t.Value.Wrap(8*size, false)
	for range size {
		fmt.Fprintf(&b, "\\x%02x", v.Wrap(8, false).Big().Uint64())
		v = v.Shr(8)
	}
	fmt.Fprintf(&b, "\", %d); /* %s = %s */", size, comment(orWhat(t)), comment(value(t)))
	return b.String()
}

func orWhat(t interp.Taken) string {
	if t.What != "" {
		return t.What
	}
	return t.Input.Name
}

// argument returns the name of the variable for a parameter.
func argument(name string) string {
	if name == "" || strings.HasPrefix(name, "#") {
		name = "0" + name
	}
	return "arg_" + cName(name)
}

// cName turns a name that whet gave an object into a C identifier; other names stay as they are.
func cName(name string) string {
	return strings.NewReplacer("#", "_", " ", "_", "*", "ptr", "[", "_", "]", "_", "argument ", "").Replace(name)
}

// named reports whether a record has a name in C.
func named(t *lang.Type) bool {
	return t.Tag+t.Typedef != "" && !strings.ContainsAny(t.String(), "{(<")
}

// cDecl returns a declaration of name with type t.
func cDecl(t *lang.Type, name string) string { return spelled(t, name, true) }

// spelled returns a declaration of name with type t. If names is not set, record types are written out.
func spelled(t *lang.Type, name string, names bool) string {
	switch t.Kind {
	case lang.Array:
		return spelled(t.Elem, fmt.Sprintf("%s[%d]", name, t.Len), names)
	case lang.Pointer:
		if t.Elem.Kind == lang.Function || t.Elem.Kind == lang.Array {
			return "void *" + name
		}
		return "void *" + name
	case lang.Integer:
		return intName(t) + " " + name
	case lang.Bool:
		return "_Bool " + name
	case lang.Record:
		if names && named(t) {
			return strings.TrimPrefix(t.String(), "const ") + " " + name
		}
		kind, members := "struct", ""
		if t.Union {
			kind = "union"
		}
		for _, f := range t.Fields {
			members += spelled(f.Type, f.Name, names)
			if f.BitField {
				members += fmt.Sprintf(" : %d", f.BitWidth)
			}
			members += "; "
		}
		return kind + " { " + members + "} " + name
	}
	return t.String() + " " + name
}
