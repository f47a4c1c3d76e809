// The nine contact situations of descantes-2019. See situations.h, and docs/papers.md for how each was found.
#include "situations.h"

enum { VERTICES_MAX = 8 };

typedef struct solid {
    int count;
    scree_vec3 vertices[VERTICES_MAX];
} solid;

typedef struct plan {
    const char *figure, *what;
    const solid *a, *b;
    scree_vec3 shift; // of B
    scree_vec3 normal;
    double overlap, last_digit;
    double td_us, fcp, cp;
} plan;

// Fig. 2: long boxes, end over end. Along x they overlap by 1.5, across by 0.25.
static const solid lower_beam = { 8,
                                  { { -4, -0.5, -1 },
                                    { 4, -0.5, -1 },
                                    { 4, 0.5, -1 },
                                    { -4, 0.5, -1 },
                                    { -4, -0.5, 1 },
                                    { 4, -0.5, 1 },
                                    { 4, 0.5, 1 },
                                    { -4, 0.5, 1 } } };
static const solid upper_beam = { 8,
                                  { { -2.5, 0.25, -0.75 },
                                    { -10.5, 0.25, -0.75 },
                                    { -10.5, 1.25, -0.75 },
                                    { -2.5, 1.25, -0.75 },
                                    { -2.5, 0.25, 1.25 },
                                    { -10.5, 0.25, 1.25 },
                                    { -10.5, 1.25, 1.25 },
                                    { -2.5, 1.25, 1.25 } } };

// Fig. 4: a leaning slab, 8 x - y = 0 on its right, and a splinter that stands on its lowest vertex: pulled out
// upwards, that vertex leaves last; to the right, the one beside it does.
static const solid leaning_slab = { 8,
                                    { { -0.75, -6, -6 },
                                      { 0.75, 6, -6 },
                                      { -7.25, 6, -6 },
                                      { -8.75, -6, -6 },
                                      { -0.75, -6, 6 },
                                      { 0.75, 6, 6 },
                                      { -7.25, 6, 6 },
                                      { -8.75, -6, 6 } } };
static const solid splinter = {
    6, { { -4, 0.45875224603528, 0 }, { -1.5, -2, 0.5 }, { 2, 12, -2.5 }, { 5, 11, 2 }, { -2, 13, 2.5 }, { 6, 10, -1 } }
};

// Figs. 5f, 7 and 8a: 2 x - y = 0 is the right side of the parallelepiped, and the prism has its first edge there.
static const solid parallelepiped = { 8,
                                      { { -0.5, -1, -1.5 },
                                        { 1.25, 2.5, -1.5 },
                                        { -4.75, 2.5, -1.5 },
                                        { -6.5, -1, -1.5 },
                                        { -0.5, -1, 1.5 },
                                        { 1.25, 2.5, 1.5 },
                                        { -4.75, 2.5, 1.5 },
                                        { -6.5, -1, 1.5 } } };
static const solid prism = {
    6, { { 0, 0.5, -2 }, { 0, 0.5, 2.5 }, { 4.5, -2, -2 }, { 4.5, -2, 2.5 }, { 5, 3, -2 }, { 5, 3, 2.5 } }
};

// Fig. 10a: a spire, upside down, in the top of a block, an eighth from its edge.
static const solid spire = {
    5, { { 0, 0, -0.100000024 }, { -1, -1.25, 2 }, { 1, -1.25, 2 }, { 1, 1.25, 2 }, { -1, 1.25, 2 } }
};
static const solid block = { 8,
                             { { -0.125, -2, -3 },
                               { 3.875, -2, -3 },
                               { 3.875, 2, -3 },
                               { -0.125, 2, -3 },
                               { -0.125, -2, 0 },
                               { 3.875, -2, 0 },
                               { 3.875, 2, 0 },
                               { -0.125, 2, 0 } } };

// Fig. 10b: the normal n is across the first two vertices of each; those of the upper one are 0.6018... = overlap / n_y
// below those of the lower one.
static const solid lower_wedge = { 8,
                                   { { -2, -0.35410700844697467, 0 },
                                     { 2, 0.35410700844697467, 0 },
                                     { -1.5, -3.35410700844697467, 2 },
                                     { 2.5, -2.64589299155302533, 2 },
                                     { -2.5, -3.35410700844697467, -2 },
                                     { 1.5, -2.64589299155302533, -2 },
                                     { -2, -6.35410700844697467, 0 },
                                     { 2, -5.64589299155302533, 0 } } };
static const solid upper_wedge = { 8,
                                   { { 0, -1.15043215617017846, -2 },
                                     { 0, -0.05317016180149211, 2 },
                                     { 2, 1.84956784382982154, -1.5 },
                                     { 2, 2.94682983819850789, 2.5 },
                                     { -2.5, 1.84956784382982154, -2.25 },
                                     { -2.5, 2.94682983819850789, 1.75 },
                                     { -0.5, 4.84956784382982154, -1.75 },
                                     { -0.5, 5.94682983819850789, 2.25 } } };

// Fig. 10c: 3 x - 2 y = 0 is the right side of A; the first two vertices of B are on 3 x - 2 y = -2.
static const solid slanted_block = { 8,
                                     { { -1, -1.5, -2 },
                                       { 3, 4.5, -2 },
                                       { -2, 4.5, -2 },
                                       { -6, -1.5, -2 },
                                       { -1, -1.5, 4 },
                                       { 3, 4.5, 4 },
                                       { -2, 4.5, 4 },
                                       { -6, -1.5, 4 } } };
static const solid chisel = { 6,
                              { { 0, 1, 0 }, { 1, 2.5, 2 }, { 4, -1, -1 }, { 6, 2, 3 }, { 5, 2, -2 }, { 7, 5, 2 } } };

// Fig. 10d: 4 x - z = 0 is the right side of A, 4 x - z = -2 the left one of B.
static const solid left_slab = {
    8,
    { { 0, -2, 0 }, { 1, -2, 4 }, { -3, -2, 4 }, { -4, -2, 0 }, { 0, 2, 0 }, { 1, 2, 4 }, { -3, 2, 4 }, { -4, 2, 0 } }
};
static const solid right_slab = { 8,
                                  { { -0.25, -1, 1 },
                                    { 0.25, -1, 3 },
                                    { 3.25, -1, 3 },
                                    { 2.75, -1, 1 },
                                    { -0.25, 1.5, 1 },
                                    { 0.25, 1.5, 3 },
                                    { 3.25, 1.5, 3 },
                                    { 2.75, 1.5, 1 } } };

// Normals and overlaps as printed. 4.026012719933860 and 1.118033988749900 end in a zero that fills the column: they
// have 14 and 13 decimals.
static const plan plans[SCREE_SITUATIONS] = {
    { "Fig. 2",
      "two parallelepipeds interpenetrated by an edge: one start of CP ends at a false plane",
      &lower_beam,
      &upper_beam,
      { 0, 0, 0 },
      { 0, 1, 0 },
      0.25,
      1e-15,
      10.896,
      7.7,
      49.6 },
    { "Fig. 4",
      "two polyhedra whose deepest vertex changes when FCP pulls them apart",
      &leaning_slab,
      &splinter,
      { 0, 0, 0 },
      { 0.992277876713668, -0.124034734589208, 0 },
      4.026012719933860,
      1e-14,
      94.688,
      1.3,
      12.9 },
    { "Fig. 5f",
      "a parallelepiped and a prism: plain GJK ends with a face on the hull",
      &parallelepiped,
      &prism,
      { 0, 0, 0 },
      { 0.894427190999916, -0.447213595499958, 0 },
      0.223606797749979,
      1e-15,
      6.425,
      12.1,
      135.6 },
    { "Fig. 7",
      "the prism shifted along -x and -z: no face of plain GJK's last simplex is on the hull",
      &parallelepiped,
      &prism,
      { -1, 0, -1 },
      { 0.894427190999916, -0.447213595499958, 0 },
      1.118033988749900,
      1e-13,
      19.095,
      4.8,
      49.1 },
    { "Fig. 8a",
      "the prism shifted along -x: the origin is on a face of plain GJK's last simplex",
      &parallelepiped,
      &prism,
      { -1, 0, 0 },
      { 0.894427190999916, -0.447213595499958, 0 },
      1.118033988749900,
      1e-13,
      18.975,
      4.1,
      35.4 },
    { "Fig. 10a",
      "vertex and edge",
      &spire,
      &block,
      { 0, 0, 0 },
      { 0, 0, -1 },
      0.100000024,
      1e-15,
      10.697,
      6.3,
      120.4 },
    { "Fig. 10b",
      "edge and edge",
      &lower_wedge,
      &upper_wedge,
      { 0, 0, 0 },
      { -0.168309951548722, 0.950616325200044, -0.260768791217108 },
      0.572082006256242,
      1e-15,
      27.189,
      3.2,
      95.0 },
    { "Fig. 10c",
      "edge and face",
      &slanted_block,
      &chisel,
      { 0, 0, 0 },
      { 0.832050294337844, -0.554700196225229, 0 },
      0.554700196225229,
      1e-15,
      22.239,
      7.3,
      47.5 },
    { "Fig. 10d",
      "face and face",
      &left_slab,
      &right_slab,
      { 0, 0, 0 },
      { 0.970142500145332, 0, -0.242535625036333 },
      0.485071250072666,
      1e-15,
      19.208,
      4.4,
      37.5 },
};

bool scree_situations_open(scree_situation out[SCREE_SITUATIONS], scree_error *error)
{
    for (int i = 0; i < SCREE_SITUATIONS; ++i) out[i] = (scree_situation){ 0 };
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        const plan *p = &plans[i];
        const scree_vec3 origin = { 0, 0, 0 };
        out[i].a = scree_body_at(scree_polyhedron_create(p->a->vertices, (size_t)p->a->count, 0.0, error), origin);
        out[i].b = scree_body_at(scree_polyhedron_create(p->b->vertices, (size_t)p->b->count, 0.0, error), p->shift);
        if (out[i].a.shape == NULL || out[i].b.shape == NULL) {
            scree_situations_close(out);
            return false;
        }
        out[i].figure = p->figure;
        out[i].what = p->what;
        out[i].normal = p->normal;
        out[i].distance = -p->overlap;
        out[i].last_digit = p->last_digit;
        out[i].paper_td_us = p->td_us;
        out[i].paper_fcp = p->fcp;
        out[i].paper_cp = p->cp;
    }
    return true;
}

void scree_situations_close(scree_situation situations[SCREE_SITUATIONS])
{
    for (int i = 0; i < SCREE_SITUATIONS; ++i) {
        scree_shape_destroy((scree_shape *)situations[i].a.shape);
        scree_shape_destroy((scree_shape *)situations[i].b.shape);
        situations[i] = (scree_situation){ 0 };
    }
}
