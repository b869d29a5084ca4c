package mc

// DiveSoon makes explorations dive after few expansions, until the function that it returns is
// called.
func DiveSoon(before, unit, between int) func() {
	a, b, c := beforeDives, diveUnit, betweenUnit
	beforeDives, diveUnit, betweenUnit = before, unit, between
	return func() { beforeDives, diveUnit, betweenUnit = a, b, c }
}
