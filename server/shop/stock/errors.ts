import { sellingRefusals } from '../../../shared/stock/messages.ts'
import { AppError } from '../../platform/http/errors.ts'

export const soldOut = () => new AppError(409, 'sold_out', sellingRefusals.sold_out)
/** `product_id` is set where the request does not name it. */
export const tooMany = (max_per_order: number, product_id?: string) =>
  new AppError(409, 'too_many', sellingRefusals.too_many({ max_per_order }), { details: { max_per_order, product_id } })
