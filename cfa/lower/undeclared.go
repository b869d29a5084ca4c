package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// A function that was never declared returns int in C89. Where its name promises another type, as
// that of nondet_uint does, who wrote
//
//	unsigned x = nondet_uint() % 10;
//
// meant 0 to 9, and tools that know the name take it so; C's numbers are from -9. A proof covers
// both readings, and a bug rests on a value that both have: one that is not negative.

// readBothWays makes the result of such a function a value that no bug rests on, where the readings
// differ.
func (l *funcLowerer) readBothWays(f *lang.Func, res *cfa.Var, pos lang.Pos) {
	if !misnamed(f) {
		return
	}
	same, other := l.newLoc(pos), l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Ge, res, cfa.ConstInt(0)), same, other, pos)
	l.cur = other
	l.noteOnce(pos, f.Name+", which is not declared", "C takes its result for an int")
	l.emit(&cfa.Havoc{LHS: res, From: &cfa.Input{Kind: cfa.Approx, Name: f.Name, Range: res.Range, Pos: pos, CType: "int"}}, pos)
	l.jump(same, pos)
	l.cur = same
}

// misnamed reports whether a function returns int for want of a declaration, and its name says that
// it returns something else.
func misnamed(f *lang.Func) bool {
	_, typ, ok := strings.Cut(f.Name, "nondet_")
	t := f.Type.Elem
	return ok && promised[typ] && f.Type.NoProto && t.Kind == lang.Integer && t.Signed && t.Bits == 32
}

// promised are the types that names of inputs end in, but for int and those that fit into it.
var promised = map[string]bool{
	"uint": true, "unsigned": true, "unsigned_int": true, "u32": true, "uint32": true, "uint32_t": true,
	"long": true, "ulong": true, "unsigned_long": true, "longlong": true, "ulonglong": true, "long_long": true, "unsigned_long_long": true,
	"size_t": true, "ssize_t": true, "s64": true, "u64": true, "int64_t": true, "uint64_t": true,
	"float": true, "double": true, "pointer": true,
}
