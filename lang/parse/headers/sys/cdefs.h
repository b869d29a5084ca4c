#ifndef _WHET_SYS_CDEFS_H
#define _WHET_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __P(args) args
/* What headers of glibc that are not built in are written with. */
#define __THROWNL
#define __NTH(function) function
#define __NTHNL(function) function
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __ptr_t void *
#define __flexarr []
#define __glibc_c99_flexarr_available 1
#define __nonnull(arguments)
#define __attribute_nonnull__(arguments)
#define __returns_nonnull
#define __wur
#define __attribute_warn_unused_result__
#define __attribute_malloc__
#define __attribute_alloc_size__(arguments)
#define __attribute_alloc_align__(arguments)
#define __attribute_pure__
#define __attribute_const__
#define __attribute_maybe_unused__
#define __attribute_used__
#define __attribute_noinline__
#define __attribute_deprecated__
#define __attribute_deprecated_msg__(text)
#define __attribute_format_arg__(x)
#define __attribute_format_strfmon__(a, b)
#define __attribute_artificial__
#define __attribute_copy__(x)
#define __attr_access(x)
#define __attr_access_none(x)
#define __attr_dealloc(function, argument)
#define __attr_dealloc_free
#define __attr_dealloc_fclose
#define __fortified_attr_access(a, o, s)
#define __fortify_function static inline
#define __extern_inline extern inline
#define __extern_always_inline extern inline
#define __always_inline inline
#define __glibc_unlikely(condition) (condition)
#define __glibc_likely(condition) (condition)
#define __glibc_has_attribute(name) 0
#define __glibc_has_builtin(name) 0
#define __glibc_clang_has_extension(name) 0
#define __glibc_macro_warning(message)
#define __REDIRECT(name, prototype, alias) name prototype
#define __REDIRECT_NTH(name, prototype, alias) name prototype
#define __LDBL_REDIR_DECL(name)
#define __GNUC_PREREQ(major, minor) 1
#define __glibc_clang_prereq(major, minor) 0
#define __GLIBC_USE(feature) 0
#define __USE_ISOC99 1
#define __USE_POSIX 1
#define __USE_POSIX199309 1
#define __USE_POSIX199506 1
#define __USE_XOPEN2K 1
#define __USE_XOPEN2K8 1
#define __USE_MISC 1
#define __USE_ATFILE 1
#endif
