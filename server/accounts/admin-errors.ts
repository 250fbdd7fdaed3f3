import { userListRefusals } from '../../shared/accounts/user-list-messages.ts'
import { AppError } from '../http/errors.ts'

export const noSuchAccount = () => new AppError(404, 'user_not_found', userListRefusals.user_not_found)
export const ownAccount = () => new AppError(409, 'own_account', userListRefusals.own_account)
/** The 403 for a caller who lost the role after the request began. */
export const noLongerAdmin = () => new AppError(403, 'no_longer_admin', userListRefusals.no_longer_admin)
