// The Linux kernel's allocators. Unlike malloc, they may fail at any time: drivers must be ready for it.

void *kmalloc(size_t size, unsigned int flags) { return __whet_choice() ? __whet_alloc(size) : 0; }
void *__kmalloc(size_t size, unsigned int flags) { return __whet_choice() ? __whet_alloc(size) : 0; }
void *vmalloc(unsigned long size) { return __whet_choice() ? __whet_alloc(size) : 0; }

void *kzalloc(size_t size, unsigned int flags) {
  void *p;
  if (!__whet_choice())
    return 0;
  p = __whet_alloc(size);
  if (__whet_checked() && !p)
    return 0;
  __whet_fill(p, 0, size);
  return p;
}

void *vzalloc(unsigned long size) {
  void *p;
  if (!__whet_choice())
    return 0;
  p = __whet_alloc(size);
  if (__whet_checked() && !p)
    return 0;
  __whet_fill(p, 0, size);
  return p;
}

void *kcalloc(size_t n, size_t size, unsigned int flags) {
  void *p;
  if (size && n > (size_t)-1 / size || !__whet_choice())
    return 0;
  p = __whet_alloc(n * size);
  if (__whet_checked() && !p)
    return 0;
  __whet_fill(p, 0, n * size);
  return p;
}

void kfree(const void *p) { __whet_free((void *)p); }
void vfree(const void *p) { __whet_free((void *)p); }
