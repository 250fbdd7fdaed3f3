import { adminMessages } from '../../../shared/admin/messages.ts'
import { AppError } from '../../platform/errors.ts'

export const noSuchAccount = () => new AppError(404, 'user_not_found', adminMessages.userNotFound)
export const ownAccount = () => new AppError(409, 'own_account', adminMessages.ownAccount)
/** Who lost the role while the request was on its way. */
export const noLongerAdmin = () => new AppError(403, 'forbidden', adminMessages.noLongerAdmin)
