import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { readValue } from '../data/count-queries.ts'

// The tables are those of graphile-worker, in a schema of their own.

/** The arguments of `add_jobs` for a task. */
export interface NewJob {
  identifier: string
  payload: object
  priority: number
  /** An ISO time; null: now. */
  run_at: string | null
  job_key: string
}

/** Adds tasks, which replace waiting ones with the same keys. */
export async function addJobs(db: Db | Tx, jobs: readonly NewJob[]): Promise<void> {
  await add(db, { jobs: JSON.stringify(jobs) })
}

const add = prepared('jobs_add', (db, { jobs }: { jobs: string }) =>
  sql`
    select from graphile_worker.add_jobs(array(
      select json_populate_recordset(null::graphile_worker.job_spec, ${jobs}::json)
    ))`.compile(db),
)

/** Adds the tasks whose keys are not in use. */
export async function addMissingJobs(db: Db | Tx, jobs: readonly NewJob[]): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      identifier => job.identifier, payload => job.payload, run_at => job.run_at,
      job_key => job.job_key, priority => job.priority, job_key_mode => 'unsafe_dedupe')
    from json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(jobs)}::json) job
    where not exists (select from graphile_worker._private_jobs known where known.key = job.job_key)`.execute(db)
}

/** Returns the workers that have tasks but not the lock of their name, which a process holds as long as it lives. */
export async function listLostWorkers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`
    select locked_by as worker from (
      select locked_by from graphile_worker._private_jobs where locked_at is not null
      union
      select locked_by from graphile_worker._private_job_queues where locked_at is not null
    ) locked
    where not exists (
      select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended(locked_by, 0)
    )`.execute(db)
  return rows.map(({ worker }) => worker)
}

/** Releases the tasks of these workers to others. */
export async function unlockWorkers(db: Db, workers: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${[...workers]}::text[])`.execute(db)
}

/** A task that has failed. */
export interface QueuedTask {
  id: number
  task: string
  key: string
  attempts: number
  created_at: Date
  /** Null when it has failed for good. */
  next_at: Date | null
  last_error: string | null
}

// A task without a key was replaced while it ran.
const TASKS = sql`
  select id, task_identifier as task, substr(key, length(task_identifier) + 2) as key, attempts,
    locked_at is null and attempts >= max_attempts as is_failed, created_at,
    case when attempts < max_attempts then run_at end as next_at, last_error
  from graphile_worker.jobs where key is not null`

const IS_FAILED = sql`locked_at is null and attempts >= max_attempts`

/** Returns at most `limit` failed tasks, oldest first: failed for good, or waiting for a retry. */
export async function listFailedTasks(db: Db, limit: number, { retried = false } = {}): Promise<QueuedTask[]> {
  const wanted = retried ? sql`last_error is not null and attempts < max_attempts` : IS_FAILED
  const { rows } = await sql<QueuedTask>`${TASKS} and ${wanted} order by id limit ${limit}`.execute(db)
  return rows
}

/** Retries a failed task now, with as many attempts as a new one; returns false when it is missing or running. */
export async function retryTask(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where id = ${id} and key is not null), run_at => now(), attempts => 0)`.execute(
    db,
  )
  if (rows.length) await sql`select pg_notify('jobs:insert', '{"count":1}')`.execute(db)
  return rows.length > 0
}

/** Returns the number of tasks of each kind that wait or run, and that have failed for good. */
export async function countTasks(db: Db): Promise<{ task: string; waiting: number; failed: number }[]> {
  const { rows } = await sql<{ task: string; waiting: number; failed: number }>`
    select task, count(*) filter (where not is_failed) as waiting, count(*) filter (where is_failed) as failed
    from (${TASKS}) tasks group by task`.execute(db)
  return rows
}

/** Returns a query for the keys of tasks of a kind that wait, run or have failed for good. */
export function keysOf(task: string): RawBuilder<unknown> {
  return sql`
    select substr(key, ${task.length + 2}::integer) from graphile_worker.jobs where task_identifier = ${task} and key is not null`
}

/** Deletes tasks that were replaced while they ran, and then failed. */
export async function deleteReplacedTasks(db: Db): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs where key is null and locked_at is null and attempts >= max_attempts`.execute(
    db,
  )
}

/** Tries to reserve the named work for this transaction until it ends; returns whether it succeeded. */
export function lockWork(tx: Tx, name: string): Promise<boolean> {
  return readValue(tx, sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`work ${name}`}, 0))`)
}

/** Returns which of these conditions are true. */
export async function areTrue(db: Db, conditions: readonly RawBuilder<boolean>[]): Promise<boolean[]> {
  return conditions.length ? readValue(db, sql<boolean[]>`array[${sql.join(conditions)}]::boolean[]`) : []
}
