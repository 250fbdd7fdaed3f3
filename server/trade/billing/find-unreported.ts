import { DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { hasPaymentAtProvider, listToSync } from '../payments/dispute-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { requirePayment } from '../payments/queries.ts'
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
  for (const id of await listToSync(db, { sandbox, refunds, disputes })) {
    const payment = await requirePayment(db, id)
    await syncRefunds(deps, payment)
    await syncDisputes(deps, payment)
  }
}
