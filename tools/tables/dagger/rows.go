package dagger

// The paper's figures.

// A cell is a figure of the paper: seconds and refinements, or "*" if the tool did not end within 2000 s.
type cell struct{ time, refinements string }

func (c cell) String() string {
	if c.time == "*" {
		return `\*`
	}
	return c.time + " / " + c.refinements
}

// none is a run that did not end.
var none = cell{time: "*"}

// A row is a program and the paper's figures, in the order of configurations.
type row struct {
	name    string // the paper's name, and the size if the program has one
	file    string // without the directory
	domain  string // the domain that the paper used
	verdict string // the correct verdict
	paper   []cell // nil if the paper has no figures
}

// A part is a section of the table.
type part struct {
	name string
	rows []row
}

// A configuration is a column.
type configuration struct {
	name  string
	flags []string
}

// configurations are the five columns of the paper for its own technique.
var configurations = []configuration{
	{"DAGGER", []string{"--explore", "dag", "--widen", "interpolated", "--preimages"}},
	{"TREE + ∇", []string{"--explore", "tree", "--widen", "plain", "--no-preimages"}},
	{"TREE + ∇I", []string{"--explore", "tree", "--widen", "interpolated", "--no-preimages"}},
	{"DAG + ∇", []string{"--explore", "dag", "--widen", "plain", "--no-preimages"}},
	{"DAG + ∇I", []string{"--explore", "dag", "--widen", "interpolated", "--no-preimages"}},
}

const (
	octagons  = "octagon"
	polyhedra = "polyhedra"
)

// The figures of programs that have several sizes.
var (
	p1ok  = []cell{{"4.64", "9"}, {"1940", "18408"}, {"11.2", "16"}, {"131.5", "412"}, {"5.76", "9"}}
	p2ok  = []cell{{"0.27", "4"}, {"35.8", "3996"}, {"0.77", "4"}, {"64.23", "1332"}, {"0.39", "4"}}
	p1bad = []cell{{"3.31", "11"}, {"2.81", "33"}, {"8", "17"}, {"3.53", "19"}, {"21.7", "38"}}
	p3bad = []cell{{"4.91", "49"}, {"1735", "2402"}, {"252", "203"}, {"30.85", "64"}, {"101", "53"}}
)

// table is Table 1 of the paper, and its Figure 1, for which the paper has no figures.
var table = []part{
	{"Sendmail", []row{
		{"p1-ok, size 10", "p1-ok.s10.c", octagons, safe, p1ok},
		{"p1-ok, size 100", "p1-ok.s100.c", octagons, safe, p1ok},
		{"p2-ok, size 10", "p2-ok.s10.c", octagons, safe, p2ok},
		{"p2-ok, size 100", "p2-ok.s100.c", octagons, safe, p2ok},
		{"p3-ok", "p3-ok.s10.c", octagons, safe,
			[]cell{{"0.15", "0"}, {"18.4", "1"}, {"18.3", "1"}, {"0.15", "0"}, {"0.14", "0"}}},
		{"p1-bad, size 10", "p1-bad.s10.c", octagons, unsafe, p1bad},
		{"p1-bad, size 30", "p1-bad.s30.c", octagons, unsafe, p1bad},
		{"p2-bad", "p2-bad.s10.c", octagons, unsafe,
			[]cell{{"0.06", "1"}, {"0.08", "1"}, {"0.08", "1"}, {"0.06", "1"}, {"0.06", "1"}}},
		{"p3-bad, size 10", "p3-bad.s10.c", octagons, unsafe, p3bad},
		{"p3-bad, size 30", "p3-bad.s30.c", octagons, unsafe, p3bad},
	}},
	{"STING", []row{
		{"seesaw", "seesaw.ideal.c", polyhedra, safe, []cell{{"0.04", "2"}, none, {"0.05", "2"}, none, {"0.05", "2"}}},
		{"bkley", "bkley.ideal.c", polyhedra, safe,
			[]cell{{"0.04", "1"}, {"0.04", "0"}, {"0.04", "0"}, {"0.05", "1"}, {"0.04", "1"}}},
		{"bk-nat", "bk-nat.ideal.c", polyhedra, safe,
			[]cell{{"0.06", "2"}, {"0.09", "2"}, {"0.06", "1"}, {"0.11", "4"}, {"0.07", "2"}}},
		{"hsort", "hsort.ideal.c", polyhedra, safe, []cell{{"0.14", "3"}, none, {"0.16", "3"}, none, {"0.14", "3"}}},
		{"efm", "efm.ideal.c", polyhedra, safe,
			[]cell{{"0.09", "1"}, {"0.09", "1"}, {"0.09", "1"}, {"0.08", "1"}, {"0.09", "1"}}},
		{"lifo", "lifo.ideal.c", polyhedra, safe,
			[]cell{{"0.31", "2"}, {"0.57", "2"}, {"0.55", "2"}, {"0.38", "3"}, {"0.32", "2"}}},
		{"lifnat", "lifnat.ideal.c", polyhedra, safe, []cell{{"0.49", "3"}, none, {"1.46", "5"}, none, {"0.48", "3"}}},
		{"cars", "cars.ideal.c", polyhedra, safe, []cell{{"19.5", "8"}, none, {"17.6", "8"}, none, {"19.5", "8"}}},
		{"barbr", "barbr.c", polyhedra, safe, []cell{{"3.46", "8"}, none, {"4.80", "7"}, none, {"3.44", "8"}}},
		{"swim", "swim.c", polyhedra, safe,
			[]cell{{"0.60", "2"}, {"2.46", "13"}, {"0.60", "2"}, {"1.49", "9"}, {"0.60", "2"}}},
		{"swim1", "swim1.ideal.c", polyhedra, safe,
			[]cell{{"0.72", "3"}, {"2.57", "13"}, {"0.79", "3"}, {"1.54", "9"}, {"0.72", "3"}}},
		{"hsort1", "hsort1.ideal.c", polyhedra, safe, []cell{{"0.07", "1"}, none, {"0.08", "1"}, none, {"0.15", "1"}}},
		{"barbr1", "barbr1.c", polyhedra, safe, []cell{{"0.63", "2"}, none, {"1.15", "2"}, none, {"0.62", "2"}}},
		{"lifnat1", "lifnat1.ideal.c", polyhedra, safe, []cell{{"0.59", "6"}, none, {"8.71", "23"}, none, {"0.74", "5"}}},
	}},
	{"Miscellaneous", []row{
		{"f1a", "f1a.ideal.c", polyhedra, safe,
			[]cell{{"0.01", "0"}, {"0.01", "0"}, {"0.01", "0"}, {"0.01", "0"}, {"0.01", "0"}}},
		{"ex1", "ex1.ideal.c", polyhedra, safe, []cell{{"0.04", "1"}, none, {"0.06", "1"}, none, {"0.04", "1"}}},
		{"f2", "f2.ideal.c", polyhedra, safe, []cell{{"0.07", "1"}, none, {"0.06", "1"}, none, {"0.07", "1"}}},
		{"ex2", "ex2.c", polyhedra, safe,
			[]cell{{"0.03", "0"}, {"5.4", "0"}, {"5.4", "0"}, {"0.03", "0"}, {"0.03", "0"}}},
		{"JM06", "JM06.c", octagons, safe,
			[]cell{{"0.02", "0"}, {"0.02", "0"}, {"0.02", "0"}, {"0.02", "0"}, {"0.02", "0"}}},
	}},
	{"Strengthened with loop invariants of a widening pass", []row{
		{"p1-ok', size 100", "p1-ok.s100.primed.c", octagons, safe,
			[]cell{{"4.64", "9"}, {"1948", "18413"}, {"8.2", "13"}, {"121", "411"}, {"4.76", "9"}}},
		{"p2-ok', size 100", "p2-ok.s100.primed.c", octagons, safe, p2ok},
		{"JM06'", "JM06.primed.c", octagons, safe,
			[]cell{{"0.02", "0"}, {"0.02", "0"}, {"0.02", "0"}, {"0.02", "0"}, {"0.02", "0"}}},
		{"barbr'", "barbr.primed.c", polyhedra, safe, []cell{{"3.46", "8"}, none, {"4.80", "7"}, none, {"3.44", "8"}}},
		{"barbr1'", "barbr1.primed.c", polyhedra, safe, []cell{{"0.63", "2"}, none, {"1.15", "2"}, none, {"0.62", "2"}}},
		{"lifnat1'", "lifnat1.ideal.primed.c", polyhedra, safe,
			[]cell{{"0.59", "6"}, none, {"6.71", "10"}, none, {"0.74", "5"}}},
	}},
	{"Figure 1", []row{
		{"without the boxed lines", "fig1.ideal.c", polyhedra, safe, nil},
		{"with them", "fig1_boxed.ideal.c", polyhedra, safe, nil},
	}},
}
