// ICU's functions carry a version suffix that Swift cannot see through: each one used gets an inline function here.
#pragma once
#include <unicode/ubrk.h>
#include <unicode/ubidi.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/ucnv.h>
