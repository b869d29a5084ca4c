// This file has the predefined macros.

package parse

import (
	"strings"

	"github.com/whet-mc/whet/lang"
)

// Predefined returns the text in front of every program: gcc's macros for the data model m, without vector
// extensions, and macros that make GNU C's builtins with type arguments acceptable to the parser.
func Predefined(m lang.DataModel) string {
	if m == lang.ILP32 {
		return predefILP32
	}
	return predefLP64
}

var (
	predefLP64  = predefCommon + predefFor(lang.LP64)
	predefILP32 = predefCommon + predefFor(lang.ILP32)
)

// predefCommon rewrites builtins with type arguments to calls that lang/read interprets.
const predefCommon = `
int __predefined_declarator;
#define __builtin_va_arg(ap, type) __whet_va_arg(ap, sizeof(type))
#define __builtin_convertvector(vector, type) __whet_convertvector(vector, sizeof(type))
#define __builtin_offsetof(type, member) __whet_offsetof(&((type *)0)->member)
#define __builtin_types_compatible_p(a, b) __whet_compatible(sizeof(a), sizeof(b))
#define __has_attribute(name) __has_builtin(__whet_attribute_##name)
#define __extension__
#define __STDC__ 1
#define __STDC_VERSION__ 201112L
#define __STDC_HOSTED__ 1
#define __STDC_UTF_16__ 1
#define __STDC_UTF_32__ 1
#define __STDC_NO_ATOMICS__ 1
#define __GNUC__ 4
#define __GNUC_MINOR__ 9
#define __GNUC_PATCHLEVEL__ 0
#define __GNUC_STDC_INLINE__ 1
#define __VERSION__ "whet"
#define __WHET__ 1
#define __linux__ 1
#define __linux 1
#define linux 1
#define __unix__ 1
#define __unix 1
#define unix 1
#define __gnu_linux__ 1
#define __ELF__ 1
#define __CHAR_BIT__ 8
#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __ORDER_PDP_ENDIAN__ 3412
#define __ATOMIC_RELAXED 0
#define __ATOMIC_CONSUME 1
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_RELEASE 3
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_SEQ_CST 5
#define __BYTE_ORDER__ 1234
#define __FLOAT_WORD_ORDER__ 1234
#define __SCHAR_MAX__ 127
#define __SHRT_MAX__ 32767
#define __INT_MAX__ 2147483647
#define __LONG_LONG_MAX__ 9223372036854775807LL
#define __WINT_MAX__ 4294967295U
#define __WINT_MIN__ 0U
#define __SIG_ATOMIC_MAX__ 2147483647
#define __SIG_ATOMIC_MIN__ (-2147483647 - 1)
#define __SIZEOF_SHORT__ 2
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG_LONG__ 8
#define __SIZEOF_FLOAT__ 4
#define __SIZEOF_DOUBLE__ 8
#define __SIZEOF_WCHAR_T__ 4
#define __SIZEOF_WINT_T__ 4
#define __WINT_TYPE__ unsigned int
#define __SIG_ATOMIC_TYPE__ int
#define __INT8_TYPE__ signed char
#define __INT16_TYPE__ short
#define __INT32_TYPE__ int
#define __UINT8_TYPE__ unsigned char
#define __UINT16_TYPE__ unsigned short
#define __UINT32_TYPE__ unsigned int
#define __INT_LEAST8_TYPE__ signed char
#define __INT_LEAST16_TYPE__ short
#define __INT_LEAST32_TYPE__ int
#define __UINT_LEAST8_TYPE__ unsigned char
#define __UINT_LEAST16_TYPE__ unsigned short
#define __UINT_LEAST32_TYPE__ unsigned int
#define __INT_FAST8_TYPE__ signed char
#define __UINT_FAST8_TYPE__ unsigned char
#define __CHAR16_TYPE__ unsigned short
#define __CHAR32_TYPE__ unsigned int
#define __INT8_MAX__ 127
#define __INT16_MAX__ 32767
#define __INT32_MAX__ 2147483647
#define __UINT8_MAX__ 255
#define __UINT16_MAX__ 65535
#define __UINT32_MAX__ 4294967295U
#define __INT8_C(c) c
#define __INT16_C(c) c
#define __INT32_C(c) c
#define __UINT8_C(c) c
#define __UINT16_C(c) c
#define __UINT32_C(c) c ## U
#define __FLT_RADIX__ 2
#define __FLT_EVAL_METHOD__ 0
#define __FLT_MANT_DIG__ 24
#define __FLT_DIG__ 6
#define __FLT_MIN_EXP__ (-125)
#define __FLT_MIN_10_EXP__ (-37)
#define __FLT_MAX_EXP__ 128
#define __FLT_MAX_10_EXP__ 38
#define __FLT_MAX__ 3.40282346638528859811704183484516925e+38F
#define __FLT_MIN__ 1.17549435082228750796873653722224568e-38F
#define __FLT_EPSILON__ 1.19209289550781250000000000000000000e-7F
#define __FLT_DENORM_MIN__ 1.40129846432481707092372958328991613e-45F
#define __DBL_DENORM_MIN__ 4.94065645841246544176544687392868221e-324
#define __LDBL_DENORM_MIN__ 3.64519953188247460252840593361941982e-4951L
#define __FLT_HAS_DENORM__ 1
#define __DBL_HAS_DENORM__ 1
#define __LDBL_HAS_DENORM__ 1
#define __FLT_HAS_INFINITY__ 1
#define __DBL_HAS_INFINITY__ 1
#define __LDBL_HAS_INFINITY__ 1
#define __FLT_HAS_QUIET_NAN__ 1
#define __DBL_HAS_QUIET_NAN__ 1
#define __LDBL_HAS_QUIET_NAN__ 1
#define __DBL_MANT_DIG__ 53
#define __DBL_DIG__ 15
#define __DBL_MIN_EXP__ (-1021)
#define __DBL_MIN_10_EXP__ (-307)
#define __DBL_MAX_EXP__ 1024
#define __DBL_MAX_10_EXP__ 308
#define __DBL_MAX__ 1.79769313486231570814527423731704357e+308
#define __DBL_MIN__ 2.22507385850720138309023271733240406e-308
#define __DBL_EPSILON__ 2.22044604925031308084726333618164062e-16
#define __LDBL_MANT_DIG__ 64
#define __LDBL_DIG__ 18
#define __LDBL_MIN_EXP__ (-16381)
#define __LDBL_MIN_10_EXP__ (-4931)
#define __LDBL_MAX_EXP__ 16384
#define __LDBL_MAX_10_EXP__ 4932
#define __LDBL_MAX__ 1.18973149535723176502126385303097021e+4932L
#define __LDBL_MIN__ 3.36210314311209350626267781732175260e-4932L
#define __LDBL_EPSILON__ 1.08420217248550443400745280086994171e-19L
#define __DECIMAL_DIG__ 21
`

const predef64 = `
#define __LP64__ 1
#define _LP64 1
#define __x86_64__ 1
#define __x86_64 1
#define __amd64__ 1
#define __amd64 1
#define __LONG_MAX__ 9223372036854775807L
#define __SIZEOF_LONG__ 8
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_SIZE_T__ 8
#define __SIZEOF_PTRDIFF_T__ 8
#define __SIZEOF_LONG_DOUBLE__ 16
#define __SIZEOF_INT128__ 16
#define __BIGGEST_ALIGNMENT__ 16
#define __SIZE_TYPE__ long unsigned int
#define __PTRDIFF_TYPE__ long int
#define __WCHAR_TYPE__ int
#define __INT64_TYPE__ long int
#define __UINT64_TYPE__ long unsigned int
#define __INTMAX_TYPE__ long int
#define __UINTMAX_TYPE__ long unsigned int
#define __INTPTR_TYPE__ long int
#define __UINTPTR_TYPE__ long unsigned int
#define __INT_LEAST64_TYPE__ long int
#define __UINT_LEAST64_TYPE__ long unsigned int
#define __INT_FAST16_TYPE__ long int
#define __INT_FAST32_TYPE__ long int
#define __INT_FAST64_TYPE__ long int
#define __UINT_FAST16_TYPE__ long unsigned int
#define __UINT_FAST32_TYPE__ long unsigned int
#define __UINT_FAST64_TYPE__ long unsigned int
#define __INT64_C(c) c ## L
#define __UINT64_C(c) c ## UL
#define __INTMAX_C(c) c ## L
#define __UINTMAX_C(c) c ## UL
#define __INT64_MAX__ 9223372036854775807L
#define __UINT64_MAX__ 18446744073709551615UL
#define __INTMAX_MAX__ 9223372036854775807L
#define __UINTMAX_MAX__ 18446744073709551615UL
#define __INTPTR_MAX__ 9223372036854775807L
#define __UINTPTR_MAX__ 18446744073709551615UL
#define __SIZE_MAX__ 18446744073709551615UL
#define __PTRDIFF_MAX__ 9223372036854775807L
#define __WCHAR_MAX__ 2147483647
#define __WCHAR_MIN__ (-2147483647 - 1)
typedef struct __va_list_tag { unsigned int gp_offset; unsigned int fp_offset; void *overflow_arg_area; void *reg_save_area; } __builtin_va_list[1];
`

const predef32 = `
#define __ILP32__ 1
#define _ILP32 1
#define __i386__ 1
#define __i386 1
#define i386 1
#define __i686__ 1
#define __LONG_MAX__ 2147483647L
#define __SIZEOF_LONG__ 4
#define __SIZEOF_POINTER__ 4
#define __SIZEOF_SIZE_T__ 4
#define __SIZEOF_PTRDIFF_T__ 4
#define __SIZEOF_LONG_DOUBLE__ 12
#define __BIGGEST_ALIGNMENT__ 16
#define __SIZE_TYPE__ unsigned int
#define __PTRDIFF_TYPE__ int
#define __WCHAR_TYPE__ long int
#define __INT64_TYPE__ long long int
#define __UINT64_TYPE__ long long unsigned int
#define __INTMAX_TYPE__ long long int
#define __UINTMAX_TYPE__ long long unsigned int
#define __INTPTR_TYPE__ int
#define __UINTPTR_TYPE__ unsigned int
#define __INT_LEAST64_TYPE__ long long int
#define __UINT_LEAST64_TYPE__ long long unsigned int
#define __INT_FAST16_TYPE__ int
#define __INT_FAST32_TYPE__ int
#define __INT_FAST64_TYPE__ long long int
#define __UINT_FAST16_TYPE__ unsigned int
#define __UINT_FAST32_TYPE__ unsigned int
#define __UINT_FAST64_TYPE__ long long unsigned int
#define __INT64_C(c) c ## LL
#define __UINT64_C(c) c ## ULL
#define __INTMAX_C(c) c ## LL
#define __UINTMAX_C(c) c ## ULL
#define __INT64_MAX__ 9223372036854775807LL
#define __UINT64_MAX__ 18446744073709551615ULL
#define __INTMAX_MAX__ 9223372036854775807LL
#define __UINTMAX_MAX__ 18446744073709551615ULL
#define __INTPTR_MAX__ 2147483647
#define __UINTPTR_MAX__ 4294967295U
#define __SIZE_MAX__ 4294967295U
#define __PTRDIFF_MAX__ 2147483647
#define __WCHAR_MAX__ 2147483647L
#define __WCHAR_MIN__ (-2147483647L - 1)
typedef char *__builtin_va_list;
`

func predefFor(m lang.DataModel) string {
	if m == lang.ILP32 {
		return strings.TrimSpace(predef32) + "\n"
	}
	return strings.TrimSpace(predef64) + "\n"
}
