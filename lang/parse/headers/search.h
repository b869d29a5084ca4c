#ifndef _WHET_SEARCH_H
#define _WHET_SEARCH_H
#include <stddef.h>
typedef enum { FIND, ENTER } ACTION;
typedef struct entry { char *key; void *data; } ENTRY;
typedef enum { preorder, postorder, endorder, leaf } VISIT;
struct qelem { struct qelem *q_forw, *q_back; char q_data[1]; };
extern void insque(void *element, void *previous);
extern void remque(void *element);
extern int hcreate(size_t n);
extern void hdestroy(void);
extern ENTRY *hsearch(ENTRY item, ACTION action);
extern void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *));
extern void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *));
extern void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *));
extern void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *));
extern void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *));
extern void twalk(const void *root, void (*action)(const void *node, VISIT which, int depth));
extern void tdestroy(void *root, void (*release)(void *));
#endif
