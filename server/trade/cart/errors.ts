import { cartErrors } from '../../../shared/cart/errors.ts'
import { errorsOf } from '../../platform/http/errors.ts'

export const cartError = errorsOf(cartErrors)
