import type { Db, Tx } from '../../../db/tables.ts'
import { addJobs, addMissingJobs, type NewJob } from './queries.ts'

/** A kind of work that is queued in the database and run by one of the processes. */
export interface Task<Payload extends object = object> {
  name: string
  /**
   * Tasks that call the same service have workers of their own, `atOnce` in each process, so that a slow service does not
   * delay other tasks.
   */
  service?: { name: string; atOnce: number }
  /** Tasks with lower numbers run first; 0 by default. */
  priority?: number
  /** Never set; makes the payload part of the type. */
  readonly payload?: Payload
}

export interface TaskRun {
  /** Aborted when the process stops. */
  signal: AbortSignal
  /** 1 for the first. */
  attempt: number
}

/** A task with its implementation. */
export interface TaskHandler {
  task: Task
  /** Returns true when there is more to do at once; throws to be retried. */
  run(payload: object, run: TaskRun): Promise<unknown>
}

/** Thrown by a task to be retried later, for a failure that is not an error of this program. */
export class NotYet extends Error {}

/** Returns a task with its implementation, which must be idempotent: a process may die before its end is recorded. */
export function handle<Payload extends object>(
  task: Task<Payload>,
  run: (payload: Payload, run: TaskRun) => Promise<unknown>,
): TaskHandler {
  return { task, run: run as TaskHandler['run'] }
}

interface Queued<Payload> {
  payload: Payload
  key: string
  /** Defaults to now. */
  runAt?: Date
}

/**
 * Queues a task in the caller's transaction. It replaces a waiting task with the same key; a running one continues, and is
 * not retried if it fails.
 */
export function enqueue<Payload extends object>(
  db: Db | Tx,
  task: Task<Payload>,
  payload: Payload,
  queued: Omit<Queued<Payload>, 'payload'>,
): Promise<void> {
  return enqueueAll(db, task, [{ payload, ...queued }])
}

/** Queues several tasks of a kind in one statement, as `enqueue` does. */
export async function enqueueAll<Payload extends object>(
  db: Db | Tx,
  task: Task<Payload>,
  queued: readonly Queued<Payload>[],
): Promise<void> {
  if (queued.length) await addJobs(db, jobsOf(task, queued))
}

/** Queues the tasks whose key is not in use by another, be it waiting, running or failed for good. */
export async function enqueueMissing<Payload extends object>(
  db: Db | Tx,
  task: Task<Payload>,
  queued: readonly Queued<Payload>[],
): Promise<void> {
  if (queued.length) await addMissingJobs(db, jobsOf(task, queued))
}

function jobsOf(task: Task, queued: readonly Queued<object>[]): NewJob[] {
  const { name, priority = 0 } = task
  return queued.map(({ payload, key, runAt }) => ({
    identifier: name,
    payload,
    priority,
    run_at: runAt?.toISOString() ?? null,
    job_key: `${name}:${key}`,
  }))
}
