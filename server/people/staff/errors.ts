import { invitationErrors, staffErrors } from '../../../shared/staff/errors.ts'
import { errorsOf } from '../../platform/http/errors.ts'

export const staffError = errorsOf(staffErrors)
export const invitationError = errorsOf(invitationErrors)
