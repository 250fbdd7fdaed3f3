import {
  type FulfilmentAction,
  record,
  requireNotRefunded,
  requireNotStopped,
  requirePaid,
  requireRevision,
  requireState,
} from './fulfilment-action.ts'

/** Accepts a seller order. Throws AppError 409. */
export async function confirm(action: FulfilmentAction, { revision }: { revision: number }): Promise<void> {
  await requireRevision(action, revision)
  requireNotStopped(action)
  requirePaid(action)
  requireNotRefunded(action)
  await requireState(action, ['pending'])
  action.sellerOrder.confirmed_at = action.now
  await record(action, 'confirmed')
}
