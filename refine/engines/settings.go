package engines

import (
	"cmp"
	"fmt"

	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/refine/quantified"
)

// settings are options that have been read.
type settings struct {
	Options
	values     value.Scope
	predicates predicate.Scope
	order      mc.Order
	orders     []mc.Order // none: an engine's own
	cartesian  bool
	single     bool
	tree       bool
	plain      bool
	domain     *Domain
	method     quantified.Way
}

// read reads the options that are names. "" is the default of each.
func read(o Options) (*settings, error) {
	s := &settings{Options: o}
	var unknown error
	s.domain, unknown = domainCalled(o.Domain)
	err := cmp.Or(unknown,
		choose("scope", o.Scope, &s.values, map[string]value.Scope{"": value.Scoped, "scoped": value.Scoped, "location": value.ByLocation}),
		choose("scope", o.Scope, &s.predicates, map[string]predicate.Scope{
			"": predicate.ByProc, "scoped": predicate.ByProc, "location": predicate.ByLocation,
		}),
		choose("order", o.Order, &s.order, map[string]mc.Order{"": mc.RPO, "rpo": mc.RPO, "bfs": mc.BFS, "dfs": mc.DFS}),
		choose("explore", o.Explore, &s.tree, map[string]bool{"": false, "dag": false, "tree": true}),
		choose("widen", o.Widen, &s.plain, map[string]bool{"": false, "interpolated": false, "plain": true}),
		choose("abstraction", o.Abstraction, &s.cartesian, map[string]bool{"": false, "boolean": false, "cartesian": true}),
		choose("blocks", o.Blocks, &s.single, map[string]bool{"": false, "large": false, "single": true}),
		choose("method", o.Method, &s.method, map[string]quantified.Way{
			"": quantified.AllMethods, "auto": quantified.AllMethods, "cells": quantified.ByCells, "backward": quantified.Backward, "heap": quantified.ByHeap,
		}),
	)
	if err == nil && s.domain.cells != nil && (s.method == quantified.Backward || s.method == quantified.ByHeap) {
		err = fmt.Errorf("the method %s has no numeric domains to choose from", o.Method)
	}
	if o.Order != "" {
		s.orders = []mc.Order{s.order}
	}
	return s, err
}

// choose reads an option.
func choose[T any](option, text string, to *T, names map[string]T) error {
	x, ok := names[text]
	if !ok {
		return fmt.Errorf("unknown %s %q", option, text)
	}
	*to = x
	return nil
}
