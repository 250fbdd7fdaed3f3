import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { lockFreeSeller, lockSellers } from '../../../people/accounts/suspension-queries.ts'
import { type Job, startJob } from '../../../platform/jobs/jobs.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { productNotFound } from '../products/errors.ts'
import { productsEnter, productsLeave } from '../products/product-change.ts'
import * as queries from '../products/suspension-queries.ts'
import { sellerChanged } from './seller-page.ts'

const EVERY_MS = 2_000
/**
 * The limit of products that a transaction hides or shows: more could exceed the statement timeout, and would lock rows that
 * orders need. Most sellers have fewer.
 */
const BATCH = 500
/** How many pending sellers to try: each may be locked by another process. */
const CANDIDATES = 20

/** Hides a suspended seller's products, or shows them again: the first batch in this transaction, the rest by a job. */
export async function applySuspension(
  tx: Tx,
  { seller_id, is_suspended }: { seller_id: string; is_suspended: boolean },
): Promise<void> {
  const changed = is_suspended
    ? await queries.hideProducts(tx, seller_id, BATCH)
    : await queries.showProducts(tx, seller_id, BATCH)
  await queries.setPending(tx, seller_id, changed.length === BATCH)
  if (changed.length) await catalogChanged(tx, is_suspended ? productsLeave(changed) : productsEnter(changed))
  await sellerChanged(tx, seller_id)
}

/** Locks a seller who puts a product into the shop. Throws productNotFound when suspended meanwhile. */
export async function requireActiveSeller(tx: Tx, sellerId: string): Promise<void> {
  const { suspended } = await lockSellers(tx, [sellerId])
  if (suspended.length) throw productNotFound()
}

function applyNextBatch(db: Db): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const seller = await lockFreeSeller(tx, await queries.listPending(tx, CANDIDATES))
    if (seller) await applySuspension(tx, seller)
    return seller !== undefined
  })
}

/** Starts the job that hides the products of suspended sellers with many of them; processes share the work. */
export function startApplyingSuspensions({ db, log }: { db: Db; log: { error(event: object): void } }): Job {
  return startJob({
    name: 'suspensions',
    everyMs: EVERY_MS,
    run: () => applyNextBatch(db),
    onError: (error) => log.error({ err: error, event: 'suspensions_not_applied' }),
  })
}
