#ifndef _WHET_ARM_NEON_H
#define _WHET_ARM_NEON_H
#error arm_neon.h is for ARM, and programs are verified for x86: undefine __ARM_NEON
#endif
