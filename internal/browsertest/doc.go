// Package browsertest shows pages in a real browser, where one is installed, for tests: Chromium
// without a window, spoken to over a pipe in the protocol of its developer tools.
package browsertest
