import { catalogMessages } from '../../shared/catalog/messages.ts'
import { savedMessages } from '../../shared/saved/messages.ts'
import { AppError } from '../http/errors.ts'

export const buyersOnly = new AppError(403, 'buyers_only', savedMessages.buyersOnly)

export const productNotFound = () => new AppError(404, 'product_not_found', catalogMessages.productNotFound)
