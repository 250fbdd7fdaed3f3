import { auditRefusals } from '../../shared/audit/messages.ts'
import { AppError } from '../http/errors.ts'

export const noticeNotFound = () => new AppError(404, 'notice_not_found', auditRefusals.notice_not_found)
