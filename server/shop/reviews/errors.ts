import { reviewRefusals } from '../../../shared/reviews/messages.ts'
import { AppError } from '../../platform/http/errors.ts'

export const buyersOnly = new AppError(403, 'buyers_only', reviewRefusals.buyers_only)
export const notReceived = () => new AppError(403, 'not_received', reviewRefusals.not_received)
export const accountSuspended = () => new AppError(403, 'account_suspended', reviewRefusals.account_suspended)
export const productNotFound = () => new AppError(404, 'product_not_found', reviewRefusals.product_not_found)
export const reviewNotFound = () => new AppError(404, 'review_not_found', reviewRefusals.review_not_found)
export const alreadyReported = () => new AppError(409, 'already_reported', reviewRefusals.already_reported)
export const ownReview = () => new AppError(409, 'own_review', reviewRefusals.own_review)
