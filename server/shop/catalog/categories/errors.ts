import { categoryErrors } from '../../../../shared/categories/errors.ts'
import { errorsOf } from '../../../platform/http/errors.ts'

export const categoryError = errorsOf(categoryErrors)
