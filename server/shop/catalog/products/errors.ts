import { productErrors, productFormErrors, sellerErrors, sellerPageErrors } from '../../../../shared/catalog/errors.ts'
import { errorsOf } from '../../../platform/http/errors.ts'

export const productError = errorsOf(productErrors)
export const productFormError = errorsOf(productFormErrors)
export const sellerError = errorsOf(sellerErrors)
export const sellerPageError = errorsOf(sellerPageErrors)
