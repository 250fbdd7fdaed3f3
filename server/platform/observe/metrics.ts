import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { poolCounts, transactionRetries } from '../../../db/connect.ts'
import { createContext, runInContext } from '../../../db/request-context.ts'
import type { Db } from '../../../db/tables.ts'
import { type EndedStatement, statements } from '../../../db/watch-client.ts'
import { type Cache, cachesCreated } from '../data/cache.ts'
import { type JobRun, jobRuns } from '../jobs/outbox.ts'
import { countTasks } from '../jobs/queries.ts'
import type { Admission } from '../load/admission.ts'

/** In seconds; the last ones separate 503s after the wait budget from those of the queue. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const SCRAPE_WAIT_BUDGET_MS = 2_000
const STATEMENT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Creates the metrics of a process. Labels are our own names, never user input, so their number is bounded. Call it before
 * the application is built, as caches and jobs register only once.
 */
export function createMetrics({ db }: { db: Db }) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countPool(registry, db)
  countQueued(registry, db)
  const countRequest = createRequestCounter(registry)
  const stop = [countCaches(registry), countStatements(registry), countRetries(registry), countJobs(registry)]
  return {
    /** Measures the application's requests; `admission` counts those served, waiting and refused. */
    watch: (app: FastifyInstance, admission: Admission) => watchRequests(registry, app, admission, countRequest),
    countRequest,
    read: () => registry.metrics(),
    contentType: registry.contentType as string,
    close() {
      for (const end of stop) end()
      registry.clear()
    },
  }
}

function createRequestCounter(registry: Registry) {
  const seconds = new Histogram({
    name: 'openstall_request_seconds',
    help: 'Time from the head of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers: [registry],
  })
  return ({ ms, method, route, status }: { method: string; route: string; status: number; ms: number }) =>
    seconds.observe({ method, route, status }, ms / 1000)
}

function watchRequests(
  registry: Registry,
  app: FastifyInstance,
  admission: Admission,
  countRequest: ReturnType<typeof createRequestCounter>,
): void {
  gauge(registry, 'openstall_requests_in_flight', 'Requests being served', () => admission.counts.serving)
  gauge(registry, 'openstall_requests_waiting', 'Requests waiting for a slot', () => admission.counts.waiting)
  new Counter({
    name: 'openstall_requests_refused_total',
    help: 'Requests refused because of too much load',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(admission.counts.refused)
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    countRequest({ ...labelsOf(request), status: reply.statusCode, ms: reply.elapsedTime })
    done()
  })
}

function labelsOf(request: FastifyRequest): { method: string; route: string } {
  const route = request.is404 ? undefined : request.routeOptions.url
  return route === undefined ? { method: '(any)', route: '(none)' } : { method: request.method, route }
}

function countPool(registry: Registry, db: Db): void {
  new Gauge({
    name: 'openstall_database_connections',
    help: 'Connections of the pool by state, and callers waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = poolCounts(db)
      this.set({ state: 'in_use' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

function countStatements(registry: Registry): () => void {
  const seconds = new Histogram({
    name: 'openstall_statement_seconds',
    help: 'Time of the statements of requests and jobs, without the wait for a connection',
    buckets: STATEMENT_BUCKETS,
    registers: [registry],
  })
  return on<EndedStatement>(statements.name, (statement) => seconds.observe(statement.seconds))
}

function countRetries(registry: Registry): () => void {
  const retries = new Counter({
    name: 'openstall_transaction_retries_total',
    help: 'Transactions repeated after a deadlock or a serialization failure',
    registers: [registry],
  })
  return on(transactionRetries.name, () => retries.inc())
}

function countCaches(registry: Registry): () => void {
  const caches: Pick<Cache<unknown>, 'name' | 'counts' | 'bytes'>[] = []
  new Counter({
    name: 'openstall_cache_lookups_total',
    help: 'Lookups in caches, by result',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, counts } of caches) {
        this.inc({ cache: name, result: 'hit' }, counts.hits)
        this.inc({ cache: name, result: 'miss' }, counts.misses)
      }
    },
  })
  new Gauge({
    name: 'openstall_cache_bytes',
    help: 'What the entries of caches occupy that are bounded by bytes',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const { name, bytes } of caches) if (bytes) this.set({ cache: name }, bytes)
    },
  })
  return on<Cache<unknown>>(cachesCreated.name, (cache) => caches.push(cache))
}

function countJobs(registry: Registry): () => void {
  const labelNames = ['job'] as const
  const registers = [registry]
  const runs = new Counter({ name: 'openstall_job_runs_total', help: 'Runs of jobs', labelNames, registers })
  const failures = new Counter({
    name: 'openstall_job_failures_total',
    help: 'Runs of jobs that failed',
    labelNames,
    registers,
  })
  const succeededAt = new Map<string, number>()
  new Gauge({
    name: 'openstall_job_seconds_since_success',
    help: 'Time since the last successful run, for jobs that had one',
    labelNames,
    registers,
    collect() {
      for (const [job, at] of succeededAt) this.set({ job }, (performance.now() - at) / 1000)
    },
  })
  return on<JobRun>(jobRuns.name, ({ job, failed }) => {
    runs.inc({ job })
    failures.inc({ job }, failed ? 1 : 0)
    if (!failed) succeededAt.set(job, performance.now())
  })
}

function countQueued(registry: Registry, db: Db): void {
  new Gauge({
    name: 'openstall_tasks',
    help: 'Tasks of all processes that wait or run, and that have failed for good',
    labelNames: ['task', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      const context = createContext('job', 'metrics', SCRAPE_WAIT_BUDGET_MS)
      // Without a database the other metrics are still served.
      for (const { task, waiting, failed } of await runInContext(context, () => countTasks(db)).catch(() => [])) {
        this.set({ task, state: 'waiting' }, waiting)
        this.set({ task, state: 'failed' }, failed)
      }
    },
  })
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

function on<Message>(name: string | symbol, handle: (message: Message) => void): () => void {
  const listener = (message: unknown) => handle(message as Message)
  subscribe(name, listener)
  return () => void unsubscribe(name, listener)
}
