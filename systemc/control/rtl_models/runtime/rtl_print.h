/* SPDX-License-Identifier: Apache-2.0 */
/* Comes before verilated.cpp: what a design prints goes to its instance, not to the program. */
#ifndef HELIOGRAPH_RTL_PRINT_H
#define HELIOGRAPH_RTL_PRINT_H
#ifdef __cplusplus
extern "C"
#endif
int heliograph_rtl_print(const char* format, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF heliograph_rtl_print
#define VL_USER_FATAL
#define VL_USER_FINISH
#endif
