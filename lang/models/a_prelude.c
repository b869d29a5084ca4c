// What the models share: types, and the intrinsics that the lowering implements.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;

void __whet_fill(void *p, int c, size_t n);
void __whet_copy(void *dst, const void *src, size_t n);
void *__whet_alloc(size_t n);
void __whet_free(void *p);
_Noreturn void __whet_halt(void);
