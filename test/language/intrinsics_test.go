package language_test

import (
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// Intrinsics on vectors touch the memory that they say, and nothing else is known of them; those on
// words are exact.
func TestIntrinsics(t *testing.T) {
	const head = `
		#include <x86intrin.h>
		void reach_error(void); unsigned __VERIFIER_nondet_uint(void);
		`
	for name, c := range map[string]struct {
		want   whet.Verdict
		checks string
		text   string
	}{
		"a store":             {whet.Safe, "bounds", "char a[20] = {1}; _mm_storeu_si128((__m128i *)(a + 4), _mm_set1_epi8(2)); if (a[0] != 1) reach_error();"},
		"what is stored":      {whet.Unknown, "none", "char a[16]; _mm_storeu_si128((__m128i *)a, _mm_set1_epi8(2)); if (a[0] != 2) reach_error();"},
		"a store too far":     {whet.Unsafe, "bounds", "char a[20] = {1}; a[1] = 1; _mm_storeu_si128((__m128i *)(a + 5), _mm_set1_epi8(2)); return a[1];"},
		"a load too far":      {whet.Unsafe, "bounds", "char a[40] = {1}; a[1] = 1; __m256i v = _mm256_loadu_si256((const __m256i *)(a + 9)); return a[1];"},
		"half a vector":       {whet.Safe, "bounds", "long long a[1] = {0}; __m128i v = _mm_loadl_epi64((const __m128i *)a); _mm_storel_epi64((__m128i *)a, v);"},
		"a mask in its range": {whet.Safe, "none", "int m = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_setzero_si128(), _mm_set1_epi8(1))); if (m < 0 || m > 65535) reach_error();"},
		"a mask":              {whet.Unknown, "none", "if (_mm_movemask_epi8(_mm_setzero_si128())) reach_error();"},
		"under a mask":        {whet.Unknown, "bounds", "int a[4] = {1}; a[2] = 3; _mm_maskstore_epi32(a + 2, _mm_set_epi32(0, 0, -1, -1), _mm_setzero_si128()); return a[1];"},
		"words": {whet.Safe, "none", `if (_mm_popcnt_u32(0xf1) != 5 || _pext_u32(0x1234, 0xf0f0) != 0x13 || _pdep_u32(0x13, 0xf0f0) != 0x1030 || _tzcnt_u32(0) != 32
			|| _lzcnt_u32(1) != 31 || _bzhi_u32(255, 3) != 7 || _bextr_u32(0xabcd, 4, 8) != 0xbc || __rold(0x80000001, 1) != 3 || _mm_crc32_u8(~0u, '1') != 0x6f0a661c) reach_error();`},
		"a word":               {whet.Safe, "none", "unsigned x = __VERIFIER_nondet_uint(); if (x && _blsr_u32(x) >= x) reach_error();"},
		"the control register": {whet.Unknown, "none", "_MM_SET_ROUNDING_MODE(_MM_ROUND_UP); reach_error();"},
		"through a vector":     {whet.Unknown, "none", "int x = 1, *p = &x, *q; __m128i v = _mm_set_epi64x(0, (long long)p); v = _mm_add_epi64(v, _mm_setzero_si128()); q = (int *)_mm_cvtsi128_si64(v); *q = 2; if (x == 1) reach_error();"},
	} {
		t.Run(name, func(t *testing.T) {
			o := whet.Options{Engine: "value", Checks: []string{c.checks}}
			if c.want == whet.Safe {
				o.Engine = "auto"
			}
			r := test.Verify(t, head+"int main(void) { "+c.text+" return 0; }\n", o)
			if r.Verdict != c.want {
				t.Errorf("%s (%s), want %s", r.Verdict, r.Reason, c.want)
			}
		})
	}
}
