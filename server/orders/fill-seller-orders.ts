import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { type Job, startJob } from '../jobs/jobs.ts'
import { fillSellerOrders, lockUnfilled, setUnfilled } from './fill-queries.ts'

const EVERY_MS = 60_000
/** Orders that are filled in one transaction: few enough for a slow machine, where a connection may not be busy for long. */
const STEP = 1_000

interface Deps {
  db: Db
  log: { error(event: object): void }
  step?: number
}

/**
 * Starts the job that fills the seller orders of earlier versions, the newest first. Each step is a transaction that also
 * records how far it got, so that it goes on there after a stop. Between steps it pauses as long as a step took: requests
 * have the database for themselves half of the time.
 */
export function startFillingSellerOrders({ db, log, step = STEP }: Deps): Job {
  const job = startJob({
    name: 'seller-order-fill',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const beganAt = performance.now()
      const isMore = await inTransaction(db, (tx) => fillStep(tx, step))
      if (isMore) await sleep(performance.now() - beganAt, undefined, { ref: false, signal }).catch(() => {})
      return isMore
    },
    onError: (error) => log.error({ err: error, event: 'seller_order_fill_failed' }),
  })
  job.wake()
  return job
}

/** Fills the next orders; returns whether there may be more. */
async function fillStep(tx: Tx, step: number): Promise<boolean> {
  const last = await lockUnfilled(tx)
  if (last === undefined) return false
  const before = Math.max(last - step, 0)
  await fillSellerOrders(tx, before + 1, last)
  await setUnfilled(tx, before)
  return before > 0
}
