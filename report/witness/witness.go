// This file declares witnesses.

package witness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/source"
)

// Witness is the evidence for a verdict.
type Witness struct {
	Task Task
	// Violation says that the run along Segments reaches an error. Otherwise no run reaches one, and Invariants help
	// to prove that.
	Violation  bool
	Segments   []Segment
	Invariants []Invariant
	Ghosts     []Ghost  // variables that only the witness has
	Updates    []Update // the assignments to the ghost variables
	// Open lists the parts of a witness that Read did not understand.
	Open []*Error
	// Format is the version of the format; "" is 2.0.
	Format string
}

// Empty reports whether the witness says nothing except the verdict, so that it has nothing to validate.
func (w *Witness) Empty() bool { return !w.Violation && len(w.Invariants) == 0 }

// Task is the program and the property that the verdict is about.
type Task struct {
	Files         []string          // the names of the files, as they were given
	Hashes        map[string]string // SHA-256, in hexadecimal, by name
	Specification string
	DataModel     string // "ILP32" or "LP64"
}

// specification returns the checks in the form of SV-COMP's property files: a line for each property.
func specification(entry string, checks []string) string {
	var lines []string
	for _, f := range cfa.Formulas(checks) {
		lines = append(lines, fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", entry, f))
	}
	return strings.Join(lines, "\n")
}

// Segment is a part of a violating run: it continues the previous segment, passes no waypoint of Avoid, and ends with
// Follow.
type Segment struct {
	Avoid  []Waypoint
	Follow Waypoint
}

// Waypoint is a place in the source and what holds there.
type Waypoint struct {
	Type string // "assumption", "target", "function_enter", "function_return" or "branching"
	Pos  lang.Pos
	Func string
	// Value is the constraint, or "" for a waypoint without a constraint. In it, \result is the value that the call returns.
	Value string
	// Called is the function that returns, if that is known; YAML has no place for it.
	Called string
}

// Types of waypoints.
const (
	Assumption     = "assumption"
	Target         = "target"
	FunctionEnter  = "function_enter"
	FunctionReturn = "function_return"
	Branching      = "branching"
)

// Invariant holds whenever a run is at a place.
type Invariant struct {
	// Loop is set if the invariant holds before the evaluation of the condition of the loop at Pos. Otherwise it holds
	// before the statement at Pos.
	Loop  bool
	Pos   lang.Pos
	Func  string
	Value string // the invariant as a C expression
	// Contract is set if the invariant is about the function that is defined at Pos: Requires holds whenever the
	// function is called, and Value when it returns. One of them may be "".
	Contract bool
	Requires string
	At       lang.Pos // the place in the witness, if it was read
}

// Ghost is a global variable of the witness; the program does not depend on it.
type Ghost struct {
	Name, Type, Initial string
	At                  lang.Pos
}

// Update sets a ghost variable before the statement at a place, after the checks at that place.
type Update struct {
	Pos   lang.Pos
	Func  string
	Name  string
	Value string
	At    lang.Pos
}

var (
	plainName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*$`)
	plainType = lazyregexp.New(`^(_Bool|(unsigned |signed )?(char|short|int|long|long long)|unsigned|long unsigned int|size_t)$`)
	constant  = lazyregexp.New(`^-?[0-9]+[uUlL]*$`)
)

// problem says why a ghost variable cannot be declared in a text; "" if it can.
func (g *Ghost) problem(text []byte) string {
	switch {
	case !plainName.MatchString(g.Name):
		return "has no name of C"
	case !plainType.MatchString(g.Type):
		return "is of type " + g.Type + "; integers are understood"
	case !constant.MatchString(g.Initial):
		return "does not begin with a number"
	case regexp.MustCompile(`\b` + g.Name + `\b`).Match(text):
		return "has a name that the program uses, too"
	}
	return ""
}

// Producer says who wrote a witness, and how.
type Producer struct {
	Name, Version, Configuration string
	Time                         time.Time
}

// Now returns the creation time of a witness: SOURCE_DATE_EPOCH if it is set, so that the same run writes the same
// bytes, else the current time.
func Now() time.Time {
	if s := os.Getenv("SOURCE_DATE_EPOCH"); s != "" {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return time.Unix(n, 0).UTC()
		}
	}
	return time.Now().UTC().Truncate(time.Second)
}

// newTask describes a program.
func newTask(model lang.DataModel, names []string, texts source.Files) Task {
	t := Task{Files: names, Hashes: map[string]string{}, DataModel: "LP64"}
	for _, n := range names {
		t.Hashes[n] = sum(texts[n])
	}
	if model == lang.ILP32 {
		t.DataModel = "ILP32"
	}
	return t
}

func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}

// OtherText says how the text of the program differs from the text that the witness is about; "" if it does not
// differ, or if the witness has no hashes. Places and names may fit nevertheless.
func (w *Witness) OtherText(texts ...[]byte) string {
	for _, text := range texts {
		have := sum(text)
		found := len(w.Task.Hashes) == 0
		for _, h := range w.Task.Hashes {
			found = found || h == have
		}
		if !found {
			return "it was made for another text of the program (the SHA-256 differs)"
		}
	}
	var missing []string
	for name, h := range w.Task.Hashes {
		if !slices.ContainsFunc(texts, func(text []byte) bool { return sum(text) == h }) {
			missing = append(missing, name)
		}
	}
	if slices.Sort(missing); len(missing) > 0 {
		return "it is about files that are no part of this one: " + strings.Join(missing, ", ")
	}
	return ""
}
