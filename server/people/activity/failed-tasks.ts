import type { Db } from '../../../db/tables.ts'
import { activityErrors } from '../../../shared/audit/errors.ts'
import type { FailedTasks } from '../../../shared/audit/schema.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { listFailedTasks, retryTask } from '../../platform/jobs/queries.ts'

const SHOWN = 20
const MAX_FAILURE_LENGTH = 300

export async function listFailed(db: Db): Promise<FailedTasks> {
  const failed = await listFailedTasks(db, SHOWN + 1)
  return {
    tasks: failed.slice(0, SHOWN).map(({ id, task, key, attempts, created_at, last_error }) => ({
      task_number: id,
      task,
      subject: key,
      attempts,
      created_at: created_at.toISOString(),
      failure: (last_error ?? '').slice(0, MAX_FAILURE_LENGTH),
    })),
    is_more: failed.length > SHOWN,
  }
}

/** Queues a failed task again. Throws AppError 404 when it is done or running. */
export async function retryFailed(db: Db, taskNumber: number): Promise<void> {
  if (!(await retryTask(db, taskNumber))) throw errorsOf(activityErrors)('task_not_found')
}
