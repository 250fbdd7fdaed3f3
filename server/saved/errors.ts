import { catalogMessages } from '../../shared/catalog/messages.ts'
import { savedListMessages } from '../../shared/saved/list-messages.ts'
import { AppError } from '../http/errors.ts'

export const buyersOnly = new AppError(403, 'buyers_only', savedListMessages.buyersOnly)

export const productNotFound = () => new AppError(404, 'product_not_found', catalogMessages.productNotFound)
