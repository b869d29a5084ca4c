package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/whet-mc/whet/fuzz"
	"github.com/whet-mc/whet/fuzz/brute"
	"github.com/whet-mc/whet/fuzz/lists"
	"github.com/whet-mc/whet/fuzz/small"
)

// Programs from other generators.

// random returns a program of package fuzz with few inputs.
func random(seed uint64) body {
	text := fuzz.Program(seed, fuzz.Options{Size: 1 + int(seed%3), Few: true})
	return seeing(body{kind: "random", seed: seed, text: text})
}

var place = regexp.MustCompile(`SEE\((\d+),`)

// seeing makes a body from a text that already has places.
func seeing(b body) body {
	for _, m := range place.FindAllStringSubmatch(b.text, -1) {
		if i, err := strconv.Atoi(m[1]); err == nil {
			b.sees = max(b.sees, i+1)
		}
	}
	p := &small.Program{Seed: b.seed, Text: b.text, Sees: b.sees}
	b.claim = p.Claim
	return b
}

// csmithOptions keep csmith's programs small.
var csmithOptions = strings.Fields("--max-funcs 2 --max-block-size 2 --max-block-depth 2 --max-expr-complexity 3 --max-struct-fields 4 --max-union-fields 3 --max-array-dim 2 --max-array-len-per-dim 3 --max-pointer-depth 2 --no-argc")

// csmith makes a few programs with csmith, if it is installed with its headers. Their claims are about some bits of
// the checksum.
func csmith(ctx context.Context, seed uint64) []body {
	header := csmithHeader()
	if header == "" {
		return nil
	}
	var out []body
	for k := range uint64(8) {
		if b, ok := csmithProgram(ctx, seed+k, header); ok {
			out = append(out, b)
		}
	}
	return out
}

func csmithHeader() string {
	if _, err := exec.LookPath("csmith"); err != nil {
		return ""
	}
	for _, pattern := range []string{"/usr/include/csmith*/csmith.h", "/usr/local/include/csmith*/csmith.h", "/usr/include/csmith.h"} {
		if files, _ := filepath.Glob(pattern); len(files) > 0 {
			return filepath.Dir(files[0])
		}
	}
	return ""
}

func csmithProgram(ctx context.Context, seed uint64, header string) (body, bool) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "csmith", append([]string{"--seed", fmt.Sprint(seed + 1)}, csmithOptions...)...)
	cmd.Dir = os.TempDir() // it writes a file there
	text, err := cmd.Output()
	if err != nil || bytes.Count(text, []byte("\n")) > 400 {
		return body{}, false
	}
	s := strings.Replace(string(text), "platform_main_end(", "SEE(0, (int)(crc32_context & 63u));\n    platform_main_end(", 1)
	return seeing(body{kind: "csmith", seed: seed, text: "extern void reach_error(void);\n" + s, include: header}), true
}

// printProgram prints the program with the given name.
func printProgram(w io.Writer, name string) error {
	kind, number, _ := strings.Cut(name, " ")
	rule, seedOfRule, about := strings.Cut(number, " ")
	if about {
		number = seedOfRule
	}
	seed, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no name of a program; \"small 12\" is one", name)
	}
	switch kind {
	case "rule":
		if !about || !slices.Contains(brute.Rules, rule) {
			return fmt.Errorf("%q: a program about a rule is written \"rule overflow 12\"; the rules are %s", name, strings.Join(brute.Rules, ", "))
		}
		_, err = io.WriteString(w, small.Hazardous(rule, seed).Text)
	case "small":
		_, err = io.WriteString(w, small.New(seed).Text)
	case "float":
		_, err = io.WriteString(w, small.Floating(seed).Text)
	case "lists":
		_, err = io.WriteString(w, lists.New(seed).Text)
	case "open-lists":
		_, err = io.WriteString(w, lists.New(seed).Open)
	case "random":
		_, err = io.WriteString(w, random(seed).text)
	default:
		return fmt.Errorf("%q: programs are small, float, lists, open-lists, random or about a rule", kind)
	}
	return err
}
