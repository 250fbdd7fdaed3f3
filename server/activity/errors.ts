import { activityRefusals, auditRefusals } from '../../shared/audit/messages.ts'
import { AppError } from '../http/errors.ts'

export const noticeNotFound = () => new AppError(404, 'notice_not_found', auditRefusals.notice_not_found)
export const actionNotFound = () => new AppError(404, 'action_not_found', activityRefusals.action_not_found)
