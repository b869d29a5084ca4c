package fleetmodel

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// What is taken where a table of `whet bench` does not have it.
const (
	usualPack  = 0.05
	usualCheck = 0.3 // of the verifier's time
)

// Read reads the tasks of a table of `whet bench` (--csv), which may have the columns pack_s and check_s
// besides, as the command in cmd writes them.
func Read(r io.Reader) ([]Task, error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("there are no tasks in the table")
	}
	status := slices.Index(rows[0], "status")
	var list []Task
	for _, row := range rows[1:] {
		number := func(column string, other float64) float64 {
			i := slices.Index(rows[0], column)
			if i < 0 {
				return other
			}
			x, e := strconv.ParseFloat(row[i], 64)
			if e != nil && err == nil {
				err = e
			}
			return x
		}
		t := Task{Verify: number("cpu_s", 0), Pack: number("pack_s", usualPack)}
		if status >= 0 && (row[status] == "safe" || row[status] == "unsafe") {
			t.Check = number("check_s", usualPack+usualCheck*t.Verify)
		}
		list = append(list, t)
	}
	return list, err
}
