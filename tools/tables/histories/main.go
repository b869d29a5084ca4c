// Package histories measures the cost of re-verification after an edit, on the histories of testdata/histories:
//
//	go -C tools run ./tables histories                       # print the tables
//	go -C tools run ./tables histories -update               # write them into docs/incremental.md
//	go -C tools run ./tables histories -run ring -upto 5     # some versions, for a quick look
//	go -C tools run ./tables histories -csv FILE             # also write all figures as they are measured
//	go -C tools run ./tables histories -from FILE -update    # measure nothing: use the figures of such a file
//	go -C tools run ./tables histories -write DIR            # only write the versions as files
//
// It builds the command and runs it on one version after another, each time in a new process: once without a cache,
// and once with the cache that the earlier versions have left. Both runs use the same file name, as in the history of
// a repository. The time is the CPU time of the process, user and system. The verdicts must be the expected ones in
// both runs.
package histories

import (
	"encoding/csv"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/whet-mc/whet/tools/histories"
	"github.com/whet-mc/whet/tools/papertable"
)

const (
	page = "docs/incremental.md"
	// the marks around the tables in the page
	begin = "<!-- histories: go -C tools run ./tables histories -update -->\n"
	end   = "<!-- histories end -->\n"
)

// Main is the command.
func Main() {
	log.SetFlags(0)
	limit := flag.Duration("timeout", time.Minute, "CPU time for one run")
	only := flag.String("run", "", "only the histories whose name matches this expression")
	upTo := flag.Int("upto", 0, "only the first versions of each history, up to this number")
	update := flag.Bool("update", false, "write the tables into "+page)
	figures := flag.String("csv", "", "write the figures of each run into this file")
	from := flag.String("from", "", "measure nothing, take the figures that -csv wrote into this file")
	dump := flag.String("write", "", "measure nothing, write the versions as files of this folder")
	command := flag.String("whet", "", "the command to measure, instead of the one that is built here")
	flag.Parse()
	names, err := regexp.Compile(*only)
	if err != nil || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	list, err := choose(filepath.Join("testdata", "histories"), names, *upTo)
	if err != nil {
		log.Fatal(err)
	}
	if *dump != "" {
		for _, h := range list {
			if err := write(*dump, h); err != nil {
				log.Fatal(err)
			}
		}
		return
	}
	m := &measuring{whet: *command, limit: *limit}
	if *figures != "" {
		f, err := os.Create(*figures)
		if err != nil {
			log.Fatal(err)
		}
		defer f.Close()
		m.csv = csv.NewWriter(f)
	}
	before := papertable.Load()
	var results []result
	if *from != "" {
		results, err = earlier(*from, list)
	} else {
		results, err = m.all(list)
	}
	if err != nil {
		log.Fatal(err)
	}
	text := fmt.Sprintf("Measured one run at a time on %s; %s of CPU time for a run.", papertable.Hardware(), *limit)
	if *from == "" {
		text += fmt.Sprintf(" Load average %s at the start and %s at the end.", before, papertable.Load())
	}
	text += "\n\n" + format(results)
	if *update {
		err = papertable.Update(page, begin, end, text)
	} else {
		fmt.Print(text)
	}
	if err != nil {
		log.Fatal(err)
	}
	if n := wrong(results); n > 0 {
		log.Fatalf("%d verdicts that are not the expected ones", n)
	}
}

// choose reads the histories whose names match, each up to the version with the given number; 0 means all versions.
func choose(folder string, names *regexp.Regexp, upTo int) ([]*histories.History, error) {
	all, err := histories.All(folder)
	if err != nil {
		return nil, err
	}
	var list []*histories.History
	for _, h := range all {
		if !names.MatchString(h.Name) {
			continue
		}
		if upTo > 0 && upTo < len(h.Versions) {
			h.Versions = h.Versions[:upTo+1]
		}
		list = append(list, h)
	}
	return list, nil
}
