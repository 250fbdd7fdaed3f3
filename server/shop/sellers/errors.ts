import { shopErrors } from '../../../shared/sellers/errors.ts'
import { errorsOf } from '../../platform/http/errors.ts'

export const shopError = errorsOf(shopErrors)
