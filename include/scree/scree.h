// All of scree: contact detection for convex grains.
#ifndef SCREE_H
#define SCREE_H

#include "scree/ball.h"
#include "scree/batch.h"
#include "scree/body.h"
#include "scree/broad.h"
#include "scree/contact.h"
#include "scree/ellipsoid.h"
#include "scree/floating_plane.h"
#include "scree/mesh.h"
#include "scree/method.h"
#include "scree/minkowski.h"
#include "scree/paper.h"
#include "scree/point.h"
#include "scree/pressure.h"
#include "scree/query.h"
#include "scree/region.h"
#include "scree/rotation.h"
#include "scree/shape.h"
#include "scree/status.h"
#include "scree/storage.h"
#include "scree/superquadric.h"
#include "scree/vec.h"
#include "scree/verify.h"
#include "scree/version.h"
#include "scree/volume.h"

#endif
