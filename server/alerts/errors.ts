import { MAX_STOCK_ALERTS } from '../../shared/alerts/constants.ts'
import { alertMessages, alertRefusals } from '../../shared/alerts/messages.ts'
import { AppError } from '../http/errors.ts'

export const buyersOnly = new AppError(403, 'buyers_only', alertMessages.buyersOnly)
export const notSoldOut = () => new AppError(409, 'not_sold_out', alertRefusals.not_sold_out)
export const tooManyAlerts = () => {
  const details = { limit: MAX_STOCK_ALERTS }
  return new AppError(409, 'too_many_alerts', alertRefusals.too_many_alerts(details), { details })
}
