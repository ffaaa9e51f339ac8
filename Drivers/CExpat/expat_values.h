#ifndef COMPANION_EXPAT_VALUES_H
#define COMPANION_EXPAT_VALUES_H

#include <expat.h>

#endif
