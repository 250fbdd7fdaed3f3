import { DAY_SECONDS, secondsBefore } from '../../platform/config/clock.ts'
import { type Job, startJob } from '../../platform/jobs/jobs.ts'
import { hasPaymentAtProvider, listInDispute, listUnknown } from '../payments/dispute-queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPayment } from '../payments/queries.ts'
import { lookAtDisputes } from './look-at-disputes.ts'
import { lookAtRefunds } from './look-at-refunds.ts'

const EVERY_MS = 3_600_000
/** Older ones were found, unless no process has run for as long. */
const SINCE_SECONDS = 7 * DAY_SECONDS

async function findUnreported(deps: PaymentDeps): Promise<void> {
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
    await lookAtRefunds(deps, payment)
    await lookAtDisputes(deps, payment)
  }
}

/** Starts the job that finds refunds and disputes of which no event came, also at the start of the process. */
export function startFindingUnreported(deps: PaymentDeps & { log: { error(event: object): void } }): Job {
  const job = startJob({
    name: 'unreported_payments',
    everyMs: EVERY_MS,
    async run() {
      await findUnreported(deps)
      return false
    },
    onError: (error) => deps.log.error({ err: error, event: 'unreported_payments_failed' }),
  })
  job.wake()
  return job
}
