package explicit

// The paper's figures.

// figures are the paper's results for a configuration in a category. For one of them, the paper's text gives no time.
type figures struct {
	points, solved int
	time           string // CPU seconds of the solved tasks
}

// A category is a row of Tables I and II of Beyer and Löwe, "Explicit-State Software Model Checking Based on CEGAR
// and Interpolation" (FASE 2013).
type category struct {
	name  string
	set   string // its name in the manifest
	tasks int    // in the paper
	paper map[string]figures
}

// A configuration is a column: an engine here, and its name in the paper.
type configuration struct{ engine, paper string }

var tables = []struct {
	name    string
	columns []configuration
}{
	{"Table I", []configuration{{"value-full", "cpa-expl"}, {"value", "cpa-expl_itp"}}},
	{"Table II", []configuration{
		{"predicate", "cpa-pred"}, {"value", "cpa-expl_itp"}, {"value-full+predicate", "cpa-expl-pred"}, {"value+predicate", "cpa-expl_itp-pred"},
	}},
}

var categories = []category{
	{"ControlFlowInteger", "svcomp12-ControlFlowInteger", 93, map[string]figures{
		"value-full": {124, 81, "8400"}, "value": {123, 79, "780"}, "predicate": {103, 70, "2500"},
		"value-full+predicate": {131, 85, "2600"}, "value+predicate": {141, 91, "830"},
	}},
	{"DeviceDrivers", "svcomp12-DeviceDrivers", 59, map[string]figures{
		"value-full": {53, 37, "63"}, "value": {53, 37, "69"}, "predicate": {71, 46, "80"},
		"value-full+predicate": {71, 46, "82"}, "value+predicate": {71, 46, "87"},
	}},
	{"DeviceDrivers64", "svcomp12-DeviceDrivers64", 41, map[string]figures{
		"value-full": {5, 5, "660"}, "value": {33, 19, "200"}, "predicate": {33, 24, "2700"},
		"value-full+predicate": {10, 11, "1100"}, "value+predicate": {37, 24, "980"},
	}},
	{"HeapManipulation", "svcomp12-HeapManipulation", 14, map[string]figures{
		"value-full": {1, 3, "5.5"}, "value": {1, 3, "5.8"}, "predicate": {8, 6, "12"},
		"value-full+predicate": {6, 5, "11"}, "value+predicate": {8, 6, "12"},
	}},
	{"SystemC", "svcomp12-SystemC", 62, map[string]figures{
		"value-full": {34, 26, "1600"}, "value": {34, 26, "1500"}, "predicate": {22, 17, "1900"},
		"value-full+predicate": {62, 45, "1500"}, "value+predicate": {61, 44, "3700"},
	}},
}

var overall = map[string]figures{
	"value-full": {217, 152, "11000"}, "value": {244, 164, "2500"}, "predicate": {237, 163, "7100"},
	"value-full+predicate": {280, 192, "5300"}, "value+predicate": {318, 211, ""},
}

// loops are the sets on which engines are compared, and sideBySide the engines.
var (
	loops = []string{
		"loops", "loop-acceleration", "loop-crafted", "loops-crafted-1", "loop-invgen", "loop-invariants", "loop-industry-pattern", "loop-lit", "loop-new",
		"loop-simple", "loop-zilu",
	}
	sideBySide = []string{"value", "predicate", "value+predicate", "widening"}
)
