package read

import "github.com/whet-mc/whet/lang"

// getoptNames are the variables by which getopt gives its results (POSIX getopt; models/getopt.c).
var getoptNames = []string{"optarg", "optind", "opterr", "optopt"}

// getoptVariables makes those that the program declares and those of the model of getopt the same,
// where the program uses the model. What the program defines by itself is the one that is left.
func (c *checker) getoptVariables() {
	used := false
	for _, f := range c.unit.Funcs {
		used = used || f.Model && f.Body != nil && f.Name == "__whet_getopt"
	}
	if !used || len(c.errs) > 0 {
		return
	}
	same := replaced{objs: map[*lang.Object]*lang.Object{}}
	for _, name := range getoptNames {
		model := c.modelObject(c.lib.symbol(name))
		for _, o := range c.unit.Objects {
			switch {
			case o == model || o.Name != name || o.Storage != lang.Global || o.Static || !lang.Compatible(o.Type, model.Type):
			case o.Extern:
				same.objs[o] = model
			default:
				same.objs[model] = o
			}
		}
	}
	same.in(c.unit)
	kept := c.unit.Objects[:0]
	for _, o := range c.unit.Objects {
		if same.objs[o] == nil {
			kept = append(kept, o)
		}
	}
	c.unit.Objects = kept
}
