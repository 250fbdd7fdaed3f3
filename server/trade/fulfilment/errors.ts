import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import { type AppError, errorsOf } from '../../platform/http/errors.ts'

export const fulfilmentError = errorsOf(fulfilmentErrors)

/** Returns the 409 for more units of a line than can be sent, taken back or received; `left` can be. */
export function tooFewUnits(
  code: 'nothing_left' | 'not_returnable' | 'more_than_asked',
  ...[{ line_number, product_name }, left, seller_order]: [
    line: { line_number: number; product_name: string },
    left: number,
    seller_order: unknown,
  ]
): AppError {
  return fulfilmentError(code, { line_number, product_name, left, seller_order })
}
