import {
  type Act,
  record,
  requireNotRefunded,
  requireNotStopped,
  requirePaid,
  requireRevision,
  requireState,
} from './act.ts'

/** Accepts a seller order. Throws AppError 409. */
export async function confirm(act: Act, { revision }: { revision: number }): Promise<void> {
  await requireRevision(act, revision)
  requireNotStopped(act)
  requirePaid(act)
  requireNotRefunded(act)
  await requireState(act, ['pending'])
  act.sellerOrder.confirmed_at = act.now
  await record(act, 'confirmed')
}
