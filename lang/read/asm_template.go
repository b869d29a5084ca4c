package read

import (
	"strconv"
	"strings"
)

// This file splits templates of inline assembly, in AT&T syntax, into instructions and arguments.

// asmInstr is an instruction of a template.
type asmInstr struct {
	name string // without the size suffix
	size int64  // the size in bytes that the suffix says; 0 if the operands determine it
	args []asmArg
}

// asmArg is an argument of an instruction: an operand of the statement, or a number.
type asmArg struct {
	operand int   // the operand's index; -1 for a number
	size    int64 // the size in bytes that a modifier says; 0 if the operand's type determines it
	value   int64 // the number
}

// asmInstrs splits a template into instructions. It returns false if it does not understand a part of
// the template. It skips other sections than the code section, because their contents are not executed.
func asmInstrs(template string, operands []asmOperand) ([]asmInstr, bool) {
	var out []asmInstr
	elsewhere, rep := false, false
	for _, line := range strings.FieldsFunc(template, func(r rune) bool { return r == '\n' || r == ';' }) {
		line = strings.TrimSpace(line)
		if label, rest, ok := strings.Cut(line, ":"); ok && isDigits(label) {
			line = strings.TrimSpace(rest) // nothing jumps: no jump is in the table
		}
		word := line
		if i := strings.IndexAny(line, " \t"); i >= 0 {
			word = line[:i]
		}
		switch word {
		case ".section", ".pushsection":
			elsewhere = true
			continue
		case ".previous", ".popsection":
			if !elsewhere {
				return nil, false
			}
			elsewhere = false
			continue
		}
		if elsewhere || line == "" || word == "lock" && line == "lock" {
			continue
		}
		if word == "lock" {
			line = strings.TrimSpace(line[len("lock"):])
		}
		if line == "rep" {
			rep = true
			continue
		}
		if rep { // written on two lines
			line, rep = "rep "+line, false
		}
		in, ok := oneInstr(line, operands)
		if !ok {
			return nil, false
		}
		out = append(out, in)
	}
	return out, !elsewhere && !rep
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// oneInstr reads an instruction. It returns false if the instruction is not in the table.
func oneInstr(line string, operands []asmOperand) (asmInstr, bool) {
	word, rest := line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		word, rest = line[:i], strings.TrimSpace(line[i:])
	}
	in := asmInstr{name: word}
	if word == "rep" && rest == "nop" {
		return asmInstr{name: "pause"}, true
	}
	n, ok := asmArity[word]
	if !ok && word != "" {
		for i, suffix := range "bwlq" {
			if rune(word[len(word)-1]) == suffix {
				in.name, in.size = word[:len(word)-1], 1<<i
			}
		}
		if n, ok = asmArity[in.name]; ok && n == 0 {
			return in, false // no such instruction
		}
	}
	if !ok {
		return in, false
	}
	if rest != "" {
		for _, a := range strings.Split(rest, ",") {
			arg, ok := oneArg(strings.TrimSpace(a), operands)
			if !ok {
				return in, false
			}
			in.args = append(in.args, arg)
		}
	}
	return in, len(in.args) == n
}

func oneArg(s string, operands []asmOperand) (asmArg, bool) {
	if v, ok := strings.CutPrefix(s, "$"); ok {
		n, err := strconv.ParseInt(v, 0, 64)
		return asmArg{operand: -1, value: n}, err == nil
	}
	s, ok := strings.CutPrefix(s, "%")
	if !ok || s == "" {
		return asmArg{}, false
	}
	a := asmArg{}
	if i := strings.IndexByte("bwkq", s[0]); i >= 0 && len(s) > 1 {
		a.size, s = 1<<i, s[1:]
	}
	if name, ok := strings.CutPrefix(s, "["); ok {
		if name, ok = strings.CutSuffix(name, "]"); !ok {
			return a, false
		}
		for i, o := range operands {
			if o.name == name {
				a.operand = i
				return a, true
			}
		}
		return a, false
	}
	if !isDigits(s) {
		return a, false
	}
	n, err := strconv.Atoi(s)
	a.operand = n
	return a, err == nil && n < len(operands)
}
