import type { Db } from '../../../db/tables.ts'
import type { OutboxStep } from '../../platform/jobs/outbox.ts'
import { addUpFigures, areFiguresToAddUp } from './queries.ts'

/** Changes added per transaction, in a fraction of a second. */
const BATCH = 5_000

/** Adds changes of figures to their sums; reads add the remaining ones on the fly. */
export function addingUpFigures(db: Db): OutboxStep {
  return { name: 'figures', isDue: areFiguresToAddUp, run: () => addUpFigures(db, BATCH) }
}
