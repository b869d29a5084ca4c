// Command comments draws comments at random, so that a person who did not write them can grade them: is a comment
// plain, does it need a second reading, or is it a riddle?
//
//	go -C tools run ./comments                 # 120 of the main module
//	go -C tools run ./comments -n 40 -seed 7 -folder lang
//	go -C tools run ./comments -mould told     # all that contain the word, to be reworded
//
// It draws comments on declarations, at heads of files and within functions, each with the first line of code after
// it. It leaves out generated files and tests.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/tools/home"
)

// A comment is a comment with the line of code that it is about.
type comment struct {
	file string
	line int
	text string
	code string
}

func main() {
	home.Enter()
	n := flag.Int("n", 120, "how many")
	seed := flag.Uint64("seed", 1, "which of all draws")
	folder := flag.String("folder", ".", "where to look")
	mould := flag.String("mould", "", "a regular expression: list all that match, and draw none")
	flag.Parse()
	if err := run(*n, *seed, *folder, *mould); err != nil {
		fmt.Fprintln(os.Stderr, "comments:", err)
		os.Exit(1)
	}
}

func run(n int, seed uint64, folder, mould string) error {
	all, err := comments(folder)
	if err != nil {
		return err
	}
	drawn := all
	if mould != "" {
		re, err := regexp.Compile(mould)
		if err != nil {
			return err
		}
		drawn = slices.DeleteFunc(drawn, func(c comment) bool { return !re.MatchString(c.text) })
	} else {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
		drawn = drawn[:min(n, len(drawn))]
	}
	for i, c := range drawn {
		fmt.Printf("%d. %s:%d\n%s\n    %s\n\n", i+1, c.file, c.line, c.text, c.code)
	}
	fmt.Printf("%d of %d comments\n", len(drawn), len(all))
	return nil
}

// comments reads the comments of the files in a directory and below, except in nested modules, in the order of their
// positions.
func comments(folder string) (list []comment, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if _, err := os.Stat(filepath.Join(path, "go.mod")); path != folder && (err == nil || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		more, err := commentsOf(path, src)
		list = append(list, more...)
		return err
	})
	slices.SortFunc(list, func(a, b comment) int { return cmp.Or(cmp.Compare(a.file, b.file), a.line-b.line) })
	return list, err
}

// commentsOf reads the comments of a file, except directives such as //go:embed.
func commentsOf(path string, src []byte) (list []comment, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, src, parser.ParseComments)
	if err != nil || ast.IsGenerated(file) {
		return nil, err
	}
	lines := strings.Split(string(src), "\n")
	for _, g := range file.Comments {
		text := strings.TrimSpace(g.Text())
		if text == "" {
			continue
		}
		end := set.Position(g.End()).Line
		c := comment{file: path, line: set.Position(g.Pos()).Line, text: "    // " + strings.ReplaceAll(text, "\n", "\n    // ")}
		before := strings.TrimSpace(lines[c.line-1][:set.Position(g.Pos()).Column-1])
		switch {
		case before != "":
			c.code = before // on the same line
		case end < len(lines):
			c.code = strings.TrimSpace(lines[end])
		}
		list = append(list, c)
	}
	return list, nil
}
