import type { Db, Tx } from '../../../db/tables.ts'
import { addJobs, addMissingJobs, type NewJob } from './queries.ts'

/** A kind of work that is queued in the database, and done by one of the processes. */
export interface Task<Payload extends object = object> {
  name: string
  /**
   * Tasks that wait for the same service are done by workers of their own, so many in each process: when it is slow, it delays
   * no others.
   */
  service?: { name: string; atOnce: number }
  /** Tasks with lower numbers run first; 0 by default. */
  priority?: number
  /** Not set: it makes the payload part of the type. */
  readonly payload?: Payload
}

export interface TaskRun {
  /** Aborted when the process stops. */
  signal: AbortSignal
  /** 1 for the first. */
  attempt: number
}

/** A task with the code that does it. */
export interface TaskHandler {
  task: Task
  /** Returns true when there is more to do at once; throws when it is to be tried again. */
  run(payload: object, run: TaskRun): Promise<unknown>
}

/** Thrown by a task that could not be done yet: it is tried again later, and the failure is no error of this program. */
export class NotYet extends Error {}

/** Returns a task with the code that does it, which must be right to run twice: a process may die before its end is recorded. */
export function handle<Payload extends object>(
  task: Task<Payload>,
  run: (payload: Payload, run: TaskRun) => Promise<unknown>,
): TaskHandler {
  return { task, run: run as TaskHandler['run'] }
}

interface Queued<Payload> {
  payload: Payload
  key: string
  /** Now without it. */
  runAt?: Date
}

/**
 * Queues a task in the transaction of what it is about. One with the same key that waits is replaced; one that runs goes
 * on, and if it fails it is not tried again.
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

/** Queues those whose key no other task has, be it waiting, running or failed for good. */
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
