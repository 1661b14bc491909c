// ICU's functions carry a version suffix that Swift cannot see through: each one used gets an inline function here.
#pragma once
#include <unicode/ubrk.h>
#include <unicode/uloc.h>
#include <unicode/ubidi.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/ucnv.h>

static inline UBool shim_U_FAILURE(UErrorCode code) { return U_FAILURE(code); }

// Break iterators
static inline UBreakIterator *shim_ubrk_open(UBreakIteratorType type, const char *locale, UErrorCode *status) {
    return ubrk_open(type, locale, 0, 0, status);
}
static inline void shim_ubrk_close(UBreakIterator *iterator) { ubrk_close(iterator); }
static inline void shim_ubrk_setText(UBreakIterator *iterator, const UChar *text, int32_t length, UErrorCode *status) {
    ubrk_setText(iterator, text, length, status);
}
static inline int32_t shim_ubrk_following(UBreakIterator *iterator, int32_t offset) { return ubrk_following(iterator, offset); }
static inline int32_t shim_ubrk_preceding(UBreakIterator *iterator, int32_t offset) { return ubrk_preceding(iterator, offset); }
static inline UBool shim_ubrk_isBoundary(UBreakIterator *iterator, int32_t offset) { return ubrk_isBoundary(iterator, offset); }
static inline int32_t shim_ubrk_getBinaryRules(UBreakIterator *iterator, uint8_t *rules, int32_t capacity, UErrorCode *status) {
    return ubrk_getBinaryRules(iterator, rules, (uint32_t)capacity, status);
}
static inline int32_t shim_uloc_countAvailable(void) { return uloc_countAvailable(); }
static inline const char *shim_uloc_getAvailable(int32_t index) { return uloc_getAvailable(index); }

// Characters
static inline int8_t shim_u_charType(UChar32 c) { return u_charType(c); }
static inline UBool shim_u_hasBinaryProperty(UChar32 c, UProperty which) { return u_hasBinaryProperty(c, which); }
static inline int32_t shim_u_getIntPropertyValue(UChar32 c, UProperty which) { return u_getIntPropertyValue(c, which); }
static inline UChar32 shim_u_getBidiPairedBracket(UChar32 c) { return u_getBidiPairedBracket(c); }
static inline UChar32 shim_u_foldCase(UChar32 c) { return u_foldCase(c, U_FOLD_CASE_DEFAULT); }
static inline UChar32 shim_u_toupper(UChar32 c) { return u_toupper(c); }
static inline UChar32 shim_u_tolower(UChar32 c) { return u_tolower(c); }
static inline UChar32 shim_u_totitle(UChar32 c) { return u_totitle(c); }
static inline UBool shim_u_isalnum(UChar32 c) { return u_isalnum(c); }

// Scripts
static inline int32_t shim_uscript_getScript(UChar32 c) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t script = uscript_getScript(c, &status);
    return U_FAILURE(status) ? USCRIPT_COMMON : script;
}
static inline UBool shim_uscript_hasScript(UChar32 c, int32_t script) { return uscript_hasScript(c, (UScriptCode)script); }
/// The scripts of a character's extension list, 0 if it does not fit; at most `capacity`.
static inline int32_t shim_uscript_getScriptExtensions(UChar32 c, UScriptCode *scripts, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t count = uscript_getScriptExtensions(c, scripts, capacity, &status);
    return U_FAILURE(status) ? 0 : count;
}
static inline const char *shim_uscript_getShortName(int32_t script) { return uscript_getShortName((UScriptCode)script); }

// Bidi
static inline UBiDi *shim_ubidi_open(void) { return ubidi_open(); }
static inline void shim_ubidi_close(UBiDi *bidi) { ubidi_close(bidi); }
static inline void shim_ubidi_setPara(UBiDi *bidi, const UChar *text, int32_t length, UBiDiLevel level, UErrorCode *status) {
    ubidi_setPara(bidi, text, length, level, 0, status);
}
static inline const UBiDiLevel *shim_ubidi_getLevels(UBiDi *bidi, UErrorCode *status) { return ubidi_getLevels(bidi, status); }
static inline UBiDiLevel shim_ubidi_getParaLevel(UBiDi *bidi) { return ubidi_getParaLevel(bidi); }

// Case mapping of UTF-16 text
static inline int32_t shim_u_strToUpper(UChar *out, int32_t capacity, const UChar *text, int32_t length, const char *locale, UErrorCode *status) {
    return u_strToUpper(out, capacity, text, length, locale, status);
}
static inline int32_t shim_u_strToLower(UChar *out, int32_t capacity, const UChar *text, int32_t length, const char *locale, UErrorCode *status) {
    return u_strToLower(out, capacity, text, length, locale, status);
}
static inline UBool shim_uscript_isRightToLeft(int32_t script) { return uscript_isRightToLeft((UScriptCode)script); }

// Converters
static inline UConverter *shim_ucnv_open(const char *name) {
    UErrorCode status = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(name, &status);
    return U_FAILURE(status) ? 0 : converter;
}
static inline void shim_ucnv_close(UConverter *converter) { ucnv_close(converter); }
/// Converts up to `length` bytes; the number of code units written, and in `consumed` the bytes read; negative on an error. A full
/// target is none: call again with the rest.
static inline long shim_ucnv_toUnicode(
    UConverter *converter, UChar *target, long capacity, const char *source, long length, _Bool flush, long *consumed) {
    UErrorCode status = U_ZERO_ERROR;
    UChar *out = target;
    const char *in = source;
    ucnv_toUnicode(converter, &out, target + capacity, &in, source + length, 0, flush, &status);
    *consumed = in - source;
    return U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR ? -1 : out - target;
}
