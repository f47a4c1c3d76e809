// The lines of a batch are cut into blocks; each thread takes the next block that nobody has taken, and the blocks are
// put together in their order at the end. Blocks are taken in order too, so an interrupt leaves a start of the answers.
#define _POSIX_C_SOURCE 200809L
#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "interrupt.h"

// Several blocks a thread even out lines of different cost; long blocks keep the cost of taking one small.
enum { BLOCKS_PER_THREAD = 8, LONGEST_BLOCK = 64 };

typedef struct block {
    int worker; ///< whose text holds the answers
    size_t start, size;
} block;

typedef struct worker {
    pool *pool;
    int number;
    pthread_t thread;
    void *own; ///< made by the work
    text answers;
    tally counts;
} worker;

struct pool {
    int size;    ///< workers, number 0 being the caller
    int started; ///< threads that run
    const line_work *work;
    size_t max_line;
    worker *workers;

    pthread_mutex_t mutex;
    pthread_cond_t begin, done;
    unsigned round; ///< counts the batches; a change starts the workers
    int busy;       ///< workers that have not finished this batch
    bool closing;

    const line *lines;
    size_t line_count, block_lines, block_count;
    atomic_size_t next; ///< block
    block *blocks;
    size_t block_capacity;
};

static void work(worker *w)
{
    pool *p = w->pool;
    w->answers.size = 0;
    w->counts = (tally){ { 0 } };
    for (;;) {
        if (scree_cli_interrupted()) return;
        size_t i = atomic_fetch_add(&p->next, 1);
        if (i >= p->block_count) return;
        size_t first = i * p->block_lines, end = first + p->block_lines;
        if (end > p->line_count) end = p->line_count;
        block *b = &p->blocks[i];
        b->worker = w->number;
        b->start = w->answers.size;
        for (size_t k = first; k < end; ++k)
            p->work->answer(w->own, &p->lines[k], p->max_line, &w->answers, &w->counts);
        b->size = w->answers.size - b->start;
    }
}

static void *run(void *argument)
{
    worker *w = argument;
    pool *p = w->pool;
    unsigned round = 0;
    pthread_mutex_lock(&p->mutex);
    for (;;) {
        while (p->round == round && !p->closing) pthread_cond_wait(&p->begin, &p->mutex);
        if (p->closing) break;
        round = p->round;
        pthread_mutex_unlock(&p->mutex);
        work(w);
        pthread_mutex_lock(&p->mutex);
        if (--p->busy == 0) pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

static void start_threads(pool *self)
{
    scree_cli_interrupt_block(); // signals go to the thread that reads and writes
    for (int i = 1; i < self->size; ++i) {
        if (pthread_create(&self->workers[i].thread, NULL, run, &self->workers[i]) != 0) break;
        ++self->started;
    }
    scree_cli_interrupt_allow();
}

pool *scree_cli_pool_create(int threads, const line_work *work, const void *options, size_t max_line)
{
    pool *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->begin, NULL);
    pthread_cond_init(&self->done, NULL);
    self->work = work;
    self->max_line = max_line;
    self->workers = calloc((size_t)threads, sizeof *self->workers);
    for (int i = 0; self->workers != NULL && i < threads; ++i) {
        self->workers[i] = (worker){ .pool = self, .number = i, .own = work->create(options) };
        if (self->workers[i].own == NULL) break;
        ++self->size;
    }
    if (self->workers == NULL || self->size < threads) {
        scree_cli_pool_destroy(self);
        return NULL;
    }
    start_threads(self);
    return self;
}

void scree_cli_pool_destroy(pool *self)
{
    if (self == NULL) return;
    pthread_mutex_lock(&self->mutex);
    self->closing = true;
    pthread_cond_broadcast(&self->begin);
    pthread_mutex_unlock(&self->mutex);
    for (int i = 1; i <= self->started; ++i) pthread_join(self->workers[i].thread, NULL);
    for (int i = 0; i < self->size; ++i) {
        self->work->destroy(self->workers[i].own);
        scree_cli_text_free(&self->workers[i].answers);
    }
    pthread_cond_destroy(&self->begin);
    pthread_cond_destroy(&self->done);
    pthread_mutex_destroy(&self->mutex);
    free(self->workers);
    free(self->blocks);
    free(self);
}

static bool cut(pool *self, const line *lines, size_t count)
{
    size_t pieces = (size_t)(self->started + 1) * BLOCKS_PER_THREAD, length = (count + pieces - 1) / pieces;
    self->lines = lines;
    self->line_count = count;
    self->block_lines = length < LONGEST_BLOCK ? length : LONGEST_BLOCK;
    self->block_count = (count + self->block_lines - 1) / self->block_lines;
    atomic_store(&self->next, 0);
    if (self->block_count <= self->block_capacity) return true;
    block *blocks = realloc(self->blocks, self->block_count * sizeof *blocks);
    if (blocks == NULL) return false;
    self->blocks = blocks;
    self->block_capacity = self->block_count;
    return true;
}

/// One block alone is not worth waking the others.
static void run_all(pool *self)
{
    bool shared = self->started > 0 && self->block_count > 1;
    if (shared) {
        pthread_mutex_lock(&self->mutex);
        ++self->round;
        self->busy = self->started;
        pthread_cond_broadcast(&self->begin);
        pthread_mutex_unlock(&self->mutex);
    }
    work(&self->workers[0]);
    if (!shared) return;
    pthread_mutex_lock(&self->mutex);
    while (self->busy > 0) pthread_cond_wait(&self->done, &self->mutex);
    pthread_mutex_unlock(&self->mutex);
}

static void add_counts(tally *sum, const tally *more)
{
    for (int i = 0; i < TALLY_SIZE; ++i) sum->of[i] += more->of[i];
}

bool scree_cli_pool_answer(pool *self, const line *lines, size_t count, text *out, tally *counts)
{
    if (count == 0) return true;
    if (!cut(self, lines, count)) return false;
    int ran = self->started > 0 && self->block_count > 1 ? self->started + 1 : 1;
    run_all(self);
    size_t taken = atomic_load(&self->next);
    if (taken > self->block_count) taken = self->block_count;
    for (size_t i = 0; i < taken; ++i) {
        const block *b = &self->blocks[i];
        scree_cli_text_add(out, self->workers[b->worker].answers.bytes + b->start, b->size);
    }
    bool sound = !out->failed;
    for (int i = 0; i < ran; ++i) {
        add_counts(counts, &self->workers[i].counts);
        if (self->workers[i].answers.failed) sound = false;
    }
    return sound;
}
