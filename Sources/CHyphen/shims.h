#pragma once
#include <stdlib.h>
#include <hyphen.h>
