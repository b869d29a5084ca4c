package refine

// NumericDomain is a choice among the numeric domains that an engine has.
type NumericDomain int

const (
	AllDomains NumericDomain = iota // first octagons, then polyhedra
	Octagons
	Polyhedra
)

func (d NumericDomain) String() string { return [...]string{"auto", "octagon", "polyhedra"}[d] }
