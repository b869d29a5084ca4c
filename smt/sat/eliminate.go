package sat

type elimination struct{}

func (s *Solver) restoreSoon(v Var) {}
func (s *Solver) restoreNow()       {}
func (s *Solver) preprocess()       {}
func (s *Solver) inprocess()        {}
func (s *Solver) extendModel()      {}
