#pragma once

/// The path of the executable or shared library that this code was linked into, or NULL.
const char *copyfit_image_path(void);
