import { stockErrors } from '../../../shared/stock/change-errors.ts'
import { sellingErrors } from '../../../shared/stock/errors.ts'
import { errorsOf } from '../../platform/http/errors.ts'

export const sellingError = errorsOf(sellingErrors)
export const stockError = errorsOf(stockErrors)
