import { sellingRefusals } from '../../shared/stock/messages.ts'
import { AppError } from '../http/errors.ts'

export const soldOut = () => new AppError(409, 'sold_out', sellingRefusals.sold_out)
export const tooMany = (max_per_order: number) =>
  new AppError(409, 'too_many', sellingRefusals.too_many({ max_per_order }), { details: { max_per_order } })
