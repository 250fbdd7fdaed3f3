import { reviewErrors } from '../../../shared/reviews/errors.ts'
import { errorsOf } from '../../platform/http/errors.ts'

export const reviewError = errorsOf(reviewErrors)
