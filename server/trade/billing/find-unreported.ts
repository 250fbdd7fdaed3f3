import { DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { hasPaymentAtProvider, listInDispute, listUnknown } from '../payments/dispute-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPayment } from '../payments/queries.ts'
import { syncDisputes } from './sync-disputes.ts'
import { syncRefunds } from './sync-refunds.ts'

/** Older ones have been found already, unless every process was down for that long. */
const SINCE_SECONDS = 7 * DAY_SECONDS

/** Syncs payments with refunds or disputes whose event never arrived. */
export async function findUnreported(deps: PaymentDeps): Promise<void> {
  const { db, clock, provider, isSandbox: sandbox } = deps
  if (!(await hasPaymentAtProvider(db, sandbox))) return
  const since = secondsBefore(clock(), SINCE_SECONDS)
  const refunds = await provider.listRecentRefunds(since)
  const disputes = await provider.listRecentDisputes(since)
  const ids = new Set(await listUnknown(db, { sandbox, refunds, disputes }))
  for (const id of await listInDispute(db, sandbox)) ids.add(id)
  for (const id of ids) {
    const payment = await findPayment(db, id)
    if (!payment) continue
    await syncRefunds(deps, payment)
    await syncDisputes(deps, payment)
  }
}
