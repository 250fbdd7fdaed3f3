import { fulfilmentRefusals } from '../../../shared/fulfilment/messages.ts'
import { AppError } from '../../platform/http/errors.ts'

/** Carries the seller order as its caller may see it. */
export const sellerOrderChanged = (seller_order: unknown) =>
  new AppError(409, 'seller_order_changed', fulfilmentRefusals.seller_order_changed, { details: { seller_order } })
export const wrongState = (seller_order: unknown) =>
  new AppError(409, 'wrong_state', fulfilmentRefusals.wrong_state, { details: { seller_order } })
export const orderUnpaid = () => new AppError(409, 'order_unpaid', fulfilmentRefusals.order_unpaid)
export const orderStopped = () => new AppError(409, 'order_stopped', fulfilmentRefusals.order_stopped)
/** The seller order was refunded in full. */
export const orderRefunded = () => new AppError(409, 'order_refunded', fulfilmentRefusals.order_refunded)
export const noAddress = () => new AppError(409, 'no_address', fulfilmentRefusals.no_address)
type TooFewUnits = [line: { line_number: number; product_name: string }, left: number, seller_order: unknown]

function detailsOf(...[{ line_number, product_name }, left, seller_order]: TooFewUnits) {
  return { line_number, product_name, left, seller_order }
}

/** More units than are neither sent nor cancelled of this line. */
export const nothingLeft = (...units: TooFewUnits) => {
  const details = detailsOf(...units)
  return new AppError(409, 'nothing_left', fulfilmentRefusals.nothing_left(details), { details })
}
export const lineNotFound = () => new AppError(404, 'line_not_found', fulfilmentRefusals.line_not_found)
export const shipmentNotFound = () => new AppError(404, 'shipment_not_found', fulfilmentRefusals.shipment_not_found)
export const tooManyShipments = () => new AppError(409, 'too_many_shipments', fulfilmentRefusals.too_many_shipments)
export const tooLateToVoid = () => new AppError(409, 'too_late_to_void', fulfilmentRefusals.too_late_to_void)
export const wrongDeliveryDate = () =>
  new AppError(400, 'wrong_delivery_date', `delivered_on: ${fulfilmentRefusals.wrong_delivery_date}`)
export const returnsNotOffered = () => new AppError(409, 'returns_not_offered', fulfilmentRefusals.returns_not_offered)
export const returnPeriodOver = (until: Date) => {
  const details = { until: until.toISOString() }
  return new AppError(409, 'return_period_over', fulfilmentRefusals.return_period_over(details), { details })
}
/** More units than can be returned of this line. */
export const notReturnable = (...units: TooFewUnits) => {
  const details = detailsOf(...units)
  return new AppError(409, 'not_returnable', fulfilmentRefusals.not_returnable(details), { details })
}
/** More units than the buyer asked to return of this line. */
export const moreThanRequested = (...units: TooFewUnits) => {
  const details = detailsOf(...units)
  return new AppError(409, 'more_than_asked', fulfilmentRefusals.more_than_asked(details), { details })
}
export const returnNotFound = () => new AppError(404, 'return_not_found', fulfilmentRefusals.return_not_found)
export const tooManyReturns = () => new AppError(409, 'too_many_returns', fulfilmentRefusals.too_many_returns)
export const requestReused = () => new AppError(422, 'request_reused', fulfilmentRefusals.request_reused)
