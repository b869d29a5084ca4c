// Command tables measures whet on the programs of papers, and writes tables with the measured figures and the papers'
// figures:
//
//	go -C tools run ./tables acsar                         # print the table
//	go -C tools run ./tables acsar -update docs/acsar.md   # write it there
//	go -C tools run ./tables acsar -run 'sort' DIR         # some rows, programs of another directory
//	go -C tools run ./tables acsar -help                   # all flags of that table
//
// Each table is a package below this directory, and the package's documentation describes it. The command whet is
// built from the current sources and runs on each program as a separate process, from start to end. Unless the table
// says otherwise, this includes the check of the proof. The time is the CPU time of the process, user and system.
package main

import (
	"fmt"
	"os"

	"github.com/whet-mc/whet/tools/home"
	"github.com/whet-mc/whet/tools/tables/acsar"
	"github.com/whet-mc/whet/tools/tables/dagger"
	"github.com/whet-mc/whet/tools/tables/explicit"
	"github.com/whet-mc/whet/tools/tables/families"
	"github.com/whet-mc/whet/tools/tables/histories"
	"github.com/whet-mc/whet/tools/tables/mixed"
)

var tables = []struct {
	name, about string
	main        func()
}{
	{"acsar", "the engine quantified on Table 1 of Seghir, Podelski, Wies 2009", acsar.Main},
	{"dagger", "the engine widening on Table 1 of Gulavani, Chakraborty, Nori, Rajamani 2008", dagger.Main},
	{"explicit", "values and predicates on Tables I and II of Beyer, Löwe 2013", explicit.Main},
	{"families", "the engine arrays on Table 4 of Armando, Benerecetti, Mantovani 2007", families.Main},
	{"histories", "verification after edits, on testdata/histories", histories.Main},
	{"mixed", "every engine alone, and auto, on testdata/mixed", mixed.Main},
}

func main() {
	home.Enter()
	if len(os.Args) > 1 {
		for _, t := range tables {
			if t.name == os.Args[1] {
				os.Args = os.Args[1:] // each table has its own flags
				t.main()
				return
			}
		}
	}
	fmt.Fprintln(os.Stderr, "usage: tables TABLE [flags]")
	for _, t := range tables {
		fmt.Fprintf(os.Stderr, "  %-10s %s\n", t.name, t.about)
	}
	os.Exit(2)
}
