import type { Db } from '../../../db/tables.ts'
import { type Job, startJob } from '../../platform/jobs/jobs.ts'
import { addUpFigures } from './queries.ts'

const EVERY_MS = 2_000
/** Changes that are added in one transaction, in a fraction of a second. */
const BATCH = 5_000

/** Starts the job that adds changes of figures to their sums; what is not added yet is read beside them. */
export function startAddingUpFigures({ db, log }: { db: Db; log: { error(event: object): void } }): Job {
  return startJob({
    name: 'figures',
    everyMs: EVERY_MS,
    run: () => addUpFigures(db, BATCH),
    onError: (error) => log.error({ err: error, event: 'figures_not_added_up' }),
  })
}
