#ifndef COPYFIT_PHONE_NUMBERS_H
#define COPYFIT_PHONE_NUMBERS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the target was built with libphonenumber.
int copyfit_has_phone_numbers(void);

/// Finds phone numbers in UTF-8 text and gives each to `found`: where it is in bytes, and as E.164, ended by a NUL that `length` does not count.
/// Returns how many there were.
size_t copyfit_find_phone_numbers(
    const char *text, size_t count, const char *region, void *context,
    void (*found)(void *context, size_t start, size_t end, const char *number, size_t length));

#ifdef __cplusplus
}
#endif

#endif
