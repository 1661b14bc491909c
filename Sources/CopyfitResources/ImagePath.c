#define _GNU_SOURCE
#include "CopyfitResources.h"
#include <dlfcn.h>

const char *copyfit_image_path(void) {
    Dl_info info;
    return dladdr((void *)copyfit_image_path, &info) ? info.dli_fname : 0;
}
