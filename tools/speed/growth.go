package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/whet-mc/whet/internal/chart"
	"github.com/whet-mc/whet/internal/families"
)

// Growth of the cost with size.

// A family is a family of programs or scripts by size, and the command that runs one.
type family struct {
	name  string
	size  string // what the size counts
	sizes []int
	file  string // the extension of the file name
	text  func(n int) string
	args  func(file string) []string
	want  string // what the answer contains
	// goals are time limits by size.
	goals map[int]time.Duration
}

// allFamilies returns the families of Armando, Benerecetti and Mantovani, with auto or the engine of the paper's
// table, and one family for each other part whose growing cost users see.
func allFamilies() []family {
	verify := func(flags ...string) func(string) []string {
		return func(file string) []string { return append(append([]string{"verify"}, flags...), file) }
	}
	arrays := verify("--engine", "arrays", "--arith", "int")
	array := func(name, size string, text func(int, bool) string, args func(string) []string, goals map[int]time.Duration, sizes ...int) family {
		return family{name, size, sizes, ".c", func(n int) string { return text(n, false) }, args, "VERDICT: safe", goals}
	}
	return []family{
		array("string copy", "characters; arrays", families.StringCopy, arrays, map[int]time.Duration{10_000: 2 * time.Second}, 10, 100, 1000, 3000, 10000),
		array("Gray code", "bits; auto", families.Gray, verify(), map[int]time.Duration{48: time.Second / 10}, 5, 12, 25, 48),
		array("partition", "elements; arrays", families.Partition, arrays, map[int]time.Duration{40: time.Second / 2, 200: 5 * time.Second}, 7, 20, 40, 80, 200),
		array("bubble sort", "elements; auto", families.Bubble, verify(), map[int]time.Duration{16: 2 * time.Second, 20: 3 * time.Second, 38: 20 * time.Second}, 4, 8, 12, 16, 20, 38),
		array("selection sort", "elements; auto", families.Selection, verify(), map[int]time.Duration{8: 2 * time.Second, 10: 4 * time.Second, 12: 10 * time.Second}, 4, 6, 8, 10, 12),
		{"execution", "steps of a program without inputs; auto", []int{10_000, 100_000, 1_000_000, 10_000_000}, ".c",
			execution, verify(), "VERDICT: safe", nil},
		{"front end", "functions, each of 27 lines; cfa", []int{100, 300, 1000, 3000}, ".c",
			functions, func(file string) []string { return []string{"cfa", file} }, "", nil},
	}
}

// execution returns a program that runs n times through a loop, on numbers that do not depend on inputs.
func execution(n int) string {
	return fmt.Sprintf(`extern void reach_error(void);
int main(void) {
  unsigned x = 1, sum = 0;
  for (int i = 0; i < %d; i++) {
    x = x * 1664525u + 1013904223u;
    if (x %% 3 == 0)
      sum += x >> 16;
    else
      sum ^= x;
  }
  if (sum == 0)
    reach_error();
  return 0;
}
`, n)
}

// functions returns a program of n functions that call one another, with common statements of C.
func functions(n int) string {
	var b strings.Builder
	b.WriteString("struct item { int key; unsigned char tag[8]; struct item *next; };\nextern int __VERIFIER_nondet_int(void);\n")
	for i := range n {
		fmt.Fprintf(&b, `
static int step%[1]d(struct item *it, int *buf, int len)
{
  int sum = 0;
  for (int i = 0; i < len; i++) {
    if (buf[i] > %[1]d)
      sum += buf[i] & 0xff;
    else if (buf[i] < -%[1]d)
      sum -= 3;
    buf[i] = sum;
  }
  while (it) {
    switch (it->tag[%[2]d]) {
    case 1:
      it->key += sum;
      break;
    case 2:
      it->key ^= 0x5a;
      break;
    default:
      sum++;
    }
    it = it->next;
  }
  return sum%[3]s;
}
`, i, i%8, call(i))
	}
	fmt.Fprintf(&b, "\nint main(void)\n{\n  int buf[16] = {0};\n  struct item it = {0};\n  return step%d(&it, buf, 16) != 0;\n}\n", n-1)
	return b.String()
}

func call(i int) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf(" + step%d(it, buf, len - 1)", i-1)
}

// greatest is the largest exponent that a family may have.
const greatest = 1.2

// A point is the cost of a family at a size.
type point struct {
	size int
	outcome
	answered bool
}

// growth measures all families, fits the exponents and draws the times.
func growth(b *bench) (string, error) {
	file, err := b.program("trivial.c", trivial)
	if err != nil {
		return "", err
	}
	base := b.beside(5*b.runs, command{b.whet, "verify", file})[0]
	var text strings.Builder
	text.WriteString("| family, and what N counts | time, by N | memory, by N | time grows with N to the power | memory |\n|---|---|---|---|---|\n")
	var times, memory []chart.Line
	for _, f := range allFamilies() {
		points, err := f.measure(b)
		if err != nil {
			return "", err
		}
		line := chart.Line{Name: f.name}
		room := chart.Line{Name: f.name}
		var sizes []int
		var seconds, bytes []float64
		var t, m []string
		for _, p := range points {
			if !p.answered {
				t = append(t, fmt.Sprintf("%d: none in %s", p.size, b.limit))
				continue
			}
			t, m = append(t, fmt.Sprintf("%d: %s", p.size, p.time())), append(m, fmt.Sprintf("%d: %s", p.size, p.mb()))
			sizes, seconds, bytes = append(sizes, p.size), append(seconds, p.cpu.Seconds()), append(bytes, float64(p.memory))
			line.Points = append(line.Points, chart.Point{X: float64(p.size), Y: p.cpu.Seconds()})
			room.Points = append(room.Points, chart.Point{X: float64(p.size), Y: float64(p.memory) / (1 << 20)})
		}
		fmt.Fprintf(&text, "| %s (%s) | %s | %s | %s | %s |\n", f.name, f.size, strings.Join(t, ", "), strings.Join(m, ", "),
			power(exponent(sizes, seconds, base.cpu.Seconds())), power(exponent(sizes, bytes, float64(base.memory))))
		times, memory = append(times, line), append(memory, room)
		// If the exponent is not known, the cost hardly grows at all.
		k, ok := exponent(sizes, seconds, base.cpu.Seconds())
		b.goal(f.name+": time grows with N to the power", power(k, ok), fmt.Sprintf("at most %.1f", greatest), !ok || k <= greatest)
	}
	if b.pages != "" {
		if err := draw(filepath.Join(b.pages, "speed-time.svg"), "How time grows", "CPU time, seconds", times); err != nil {
			return "", err
		}
		if err := draw(filepath.Join(b.pages, "speed-memory.svg"), "How memory grows", "memory, MB", memory); err != nil {
			return "", err
		}
		text.WriteString("\n![CPU time over N, both logarithmic](speed-time.svg)\n\n![Memory over N, both logarithmic](speed-memory.svg)\n")
	}
	return text.String(), nil
}

func draw(file, title, y string, lines []chart.Line) error {
	var b bytes.Buffer
	if err := chart.Growth(&b, title, "N", y, lines); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// measure runs a family on its sizes. After a size without an answer, greater ones are not tried.
func (f family) measure(b *bench) ([]point, error) {
	var points []point
	for _, n := range f.sizes {
		file, err := b.program("family"+f.file, f.text(n))
		if err != nil {
			return nil, err
		}
		c := command(append([]string{b.whet}, f.args(file)...))
		if c[1] == "verify" {
			c = append(c, "--timeout", b.limit.String())
		}
		o := b.beside(b.runs, c)[0]
		p := point{n, o, !o.failed && strings.Contains(o.text, f.want)}
		if points = append(points, p); !p.answered {
			log.Printf("%s %d: no answer", f.name, n)
			for _, n := range f.sizes {
				if want, ok := f.goals[n]; ok && n >= p.size {
					b.goal(fmt.Sprintf("%s, %d %s", f.name, n, f.size), "no answer", "at most "+duration(want), false)
				}
			}
			return points, nil
		}
		log.Printf("%s %d: %s, %s", f.name, n, p.time(), p.mb())
		if want, ok := f.goals[n]; ok {
			most(b, fmt.Sprintf("%s, %d %s", f.name, n, f.size), p.cpu, want, duration)
		}
	}
	return points, nil
}
