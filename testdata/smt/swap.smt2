; t = a[i]; a[i] = a[j]; a[j] = t;
(set-option :produce-models true)
(set-option :produce-unsat-cores true)
(set-option :produce-interpolants true)
(set-logic QF_ALIA)
(declare-const a (Array Int Int))
(declare-const b (Array Int Int))
(declare-const c (Array Int Int))
(declare-const i Int)
(declare-const j Int)
(declare-const t Int)
(assert (! (= t (select a i)) :named save))
(assert (! (= b (store a i (select a j))) :named first))
(assert (! (= c (store b j t)) :named second))

; The element at i now is the one that was at j.
(push 1)
(assert (! (not (= (select c i) (select a j))) :named claim))
(check-sat)
(get-unsat-core)
(pop 1)

; Without the last assignment it is not the other way round, too.
(push 1)
(assert (and (= (select a i) 5) (= (select a j) 7)))
(assert (not (= (select b j) (select a i))))
(check-sat)
(get-value ((select b i) (select b j) (= i j)))
(pop 1)
