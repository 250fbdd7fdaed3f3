import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { runAll } from '../../../platform/jobs/repeat.ts'
import { enqueue, handle, type Task, type TaskHandler } from '../../../platform/jobs/task.ts'
import { catalogChanged, tagOf } from '../products/catalog-changes.ts'
import { deleteMoved, lockMoving, moveProducts } from './queries.ts'

/** Products moved per transaction: orders wait for their rows. */
const BATCH = 200
/** Until then every process reads both categories as one. */
const DELAY_SECONDS = 2

/** Moves the products of a merged category, or of a former slug, and deletes it. */
const moveCategory: Task<{ slug: string }> = { name: 'move_category' }

/** Queues the move of a category's products. */
export function moveLater(tx: Tx, slug: string, now: Date): Promise<void> {
  return enqueue(tx, moveCategory, { slug }, { key: slug, runAt: secondsAfter(now, DELAY_SECONDS) })
}

/** Returns the handler of the task. Lists already show the products in their new category, so no batch changes a response. */
export function moveCategoryHandler({ db }: { db: Db }): TaskHandler {
  return handle(moveCategory, async ({ slug }, { signal }) => {
    let after = 0
    await runAll(signal, async () => {
      const startedAt = performance.now()
      const last = await inTransaction(db, (tx) => moveProducts(tx, slug, after, BATCH))
      if (last === undefined) {
        await finish(db, slug)
        return false
      }
      after = last
      // The database rests for as long: reads come first, and no page waits for this.
      await sleep(performance.now() - startedAt, undefined, { signal }).catch(() => {})
      return true
    })
    // A process that stops leaves the rest to another.
    signal.throwIfAborted()
  })
}

/** Moves the products that were added behind the task, and deletes the category. */
function finish(db: Db, slug: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockMoving(tx, slug)
    let after: number | undefined = 0
    while (after !== undefined) after = await moveProducts(tx, slug, after, BATCH)
    await deleteMoved(tx, slug)
    await catalogChanged(tx, [tagOf.settings])
  })
}
