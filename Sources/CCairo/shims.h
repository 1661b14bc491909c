#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_BITMAP_H
#include FT_COLOR_H
#include FT_MULTIPLE_MASTERS_H
#include <cairo.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo-ft.h>

// FT_LOAD_TARGET_… are macros.
static inline FT_Int32 shim_FT_LOAD_TARGET_NORMAL(void) { return FT_LOAD_TARGET_NORMAL; }
static inline int shim_FT_HAS_COLOR(FT_Face face) { return FT_HAS_COLOR(face) != 0; }
static inline int shim_FT_IS_SCALABLE(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }
