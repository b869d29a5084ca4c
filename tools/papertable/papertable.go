// Package papertable is the common part of the tables that compare the figures of a paper with whet's: flags, the
// build of the command, its runs as separate processes, and the page that contains the table.
//
//	papertable.Main(papertable.Table{Name: "acsar", …}, func(r *papertable.Runs, rows *regexp.Regexp) func() string {
//		for … { r.Start(&outcome, name, file, verdict, flags...) }
//		return func() string { return format(results) }
//	})
package papertable

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// A Table is a table whose programs are files. Its page is docs/Name.md, and its programs are in testdata/Name.
type Table struct {
	Name  string
	Limit time.Duration // the default of the CPU time for one run
	Title string        // of the page
	Text  string        // below the title; %[1]s is the CPU time
}

// Main is the command. It reads the flags, measures, prints the table or writes its page, and fails if a verdict is
// wrong. start starts the runs of the rows whose names match, and returns a function that returns the table after all
// runs have ended.
func Main(t Table, start func(r *Runs, rows *regexp.Regexp) func() string) {
	log.SetFlags(0)
	limit := flag.Duration("timeout", t.Limit, "CPU time for one run")
	jobs := flag.Int("jobs", 2, "processes at the same time")
	only := flag.String("run", "", "only the rows whose name matches this expression")
	update := flag.String("update", "", "write a page with the table into this file")
	folder := filepath.Join("testdata", t.Name)
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: tables "+t.Name+" [flags] [DIR]\n\nDIR is the folder of the programs, %s if there is none.\n", folder)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		folder = flag.Arg(0)
	}
	rows, err := regexp.Compile(*only)
	if err != nil || flag.NArg() > 1 || *jobs < 1 {
		flag.Usage()
		os.Exit(2)
	}
	r := &Runs{folder: folder, limit: *limit, free: make(chan struct{}, *jobs)}
	before := Load()
	table, err := r.measure(func() func() string { return start(r, rows) })
	if err != nil {
		log.Fatal(err)
	}
	if *update == "" {
		fmt.Print(table)
	} else if err := os.WriteFile(*update, []byte(t.page(table, *limit, *jobs, before)+remarks(*update)), 0o644); err != nil {
		log.Fatal(err)
	}
	if r.wrong > 0 {
		log.Fatalf("%d wrong verdicts or failures", r.wrong)
	}
}

// measure builds the command, starts runs, and waits for their end.
func (r *Runs) measure(start func() func() string) (table string, err error) {
	tmp, err := os.MkdirTemp("", "table")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if r.whet, err = Build(tmp); err != nil {
		return "", err
	}
	result := start()
	if r.work.Wait(); r.err != nil {
		return "", r.err
	}
	return result(), nil
}

// page returns the file that -update writes, without remarks.
func (t Table) page(table string, limit time.Duration, jobs int, before string) string {
	return fmt.Sprintf("# %[1]s\n\n<!-- go -C tools run ./tables %[2]s -timeout %[3]s -jobs %[4]d -update docs/%[2]s.md -->\n\n"+
		"%[5]s\n\nMeasured with %[4]d processes at a time on %[6]s; load average %[7]s at the start and %[8]s at the end.\n\n%[9]s",
		t.Title, t.Name, limit, jobs, fmt.Sprintf(t.Text, limit), Hardware(), before, Load(), table)
}

// remarks returns the text that people have written below the table: the old page from its first section heading on.
func remarks(file string) string {
	old, err := os.ReadFile(file)
	if err != nil {
		return "" // a new page
	}
	if i := bytes.Index(old, []byte("\n## ")); i >= 0 {
		return string(old[i:])
	}
	return ""
}
