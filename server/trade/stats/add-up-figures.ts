import type { Db } from '../../../db/tables.ts'
import type { OutboxStep } from '../../platform/jobs/outbox.ts'
import { addUpFigures, areFiguresToAddUp } from './queries.ts'

/** Changes that are added in one transaction, in a fraction of a second. */
const BATCH = 5_000

/** Adds changes of figures to their sums; what is not added yet is read beside them. */
export function addingUpFigures(db: Db): OutboxStep {
  return { name: 'figures', isDue: areFiguresToAddUp, run: () => addUpFigures(db, BATCH) }
}
