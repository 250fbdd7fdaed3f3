import { catalogMessages } from '../../shared/catalog/messages.ts'
import { AppError } from '../platform/errors.ts'

export const productNotFound = () => new AppError(404, 'product_not_found', catalogMessages.productNotFound)
