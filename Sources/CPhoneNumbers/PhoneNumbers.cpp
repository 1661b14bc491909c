#include "CPhoneNumbers.h"

// The library is optional: without its headers the target builds and finds nothing.
#if __has_include(<phonenumbers/phonenumberutil.h>) && !defined(COPYFIT_NO_PHONENUMBER)
#define COPYFIT_PHONENUMBER 1
#include <exception>
#include <string>

#include <phonenumbers/phonenumbermatch.h>
#include <phonenumbers/phonenumbermatcher.h>
#include <phonenumbers/phonenumberutil.h>
#endif

extern "C" int copyfit_has_phone_numbers(void) {
#ifdef COPYFIT_PHONENUMBER
    return 1;
#else
    return 0;
#endif
}

extern "C" size_t copyfit_find_phone_numbers(
    const char *text, size_t count, const char *region, void *context,
    void (*found)(void *context, size_t start, size_t end, const char *number, size_t length)) {
#ifdef COPYFIT_PHONENUMBER
    // No exception may leave a C function.
    try {
        using namespace i18n::phonenumbers;
        const PhoneNumberUtil &util = *PhoneNumberUtil::GetInstance();
        PhoneNumberMatcher matcher(util, std::string(text, count), region, PhoneNumberMatcher::VALID, 65535);
        size_t matches = 0;
        while (matcher.HasNext()) {
            PhoneNumberMatch match;
            if (!matcher.Next(&match)) break;
            std::string number;
            util.Format(match.number(), PhoneNumberUtil::E164, &number);
            found(context, (size_t)match.start(), (size_t)match.end(), number.c_str(), number.size());
            ++matches;
        }
        return matches;
    } catch (const std::exception &) {
        return 0;
    }
#else
    (void)text; (void)count; (void)region; (void)context; (void)found;
    return 0;
#endif
}
