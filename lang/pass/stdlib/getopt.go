// This file connects the variables of getopt with its model.

package stdlib

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// getoptNames are the variables in which getopt returns results (POSIX getopt; models/getopt.c).
var getoptNames = []string{"optarg", "optind", "opterr", "optopt"}

// ShareGetopt merges the variables of getopt that the program declares with the model's variables, if the program uses
// the model. If the program defines a variable, the program's remains; otherwise the model's remains.
func ShareGetopt(c *build.Maker) {
	used := false
	for _, f := range c.Unit.Funcs {
		used = used || f.Model && f.Body != nil && f.Name == "__whet_getopt"
	}
	if !used || len(c.Errs) > 0 {
		return
	}
	same := build.Replacement{Objs: map[*lang.Object]*lang.Object{}}
	for _, name := range getoptNames {
		model := c.Models.ModelObject(name)
		for _, o := range c.Unit.Objects {
			switch {
			case o == model || o.Name != name || o.Storage != lang.Global || o.Static || !lang.Compatible(o.Type, model.Type):
			case o.Extern:
				same.Objs[o] = model
			default:
				same.Objs[model] = o
			}
		}
	}
	same.Apply(c.Unit)
	kept := c.Unit.Objects[:0]
	for _, o := range c.Unit.Objects {
		if same.Objs[o] == nil {
			kept = append(kept, o)
		}
	}
	c.Unit.Objects = kept
}
