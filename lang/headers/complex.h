#ifndef _WHET_COMPLEX_H
#define _WHET_COMPLEX_H
#define complex _Complex
extern double creal(double _Complex z);
extern double cimag(double _Complex z);
extern double cabs(double _Complex z);
extern double carg(double _Complex z);
extern double _Complex conj(double _Complex z);
#endif
