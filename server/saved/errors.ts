import { savedListMessages } from '../../shared/saved/list-messages.ts'
import { AppError } from '../http/errors.ts'

export const buyersOnly = new AppError(403, 'buyers_only', savedListMessages.buyersOnly)
