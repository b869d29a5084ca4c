// Package browsertest shows pages in a real browser in tests, if one is installed. It starts Chromium without a
// window and controls it through a pipe, in the protocol of its developer tools.
package browsertest
