import type { MailKind } from '../../shared/notifications/constants.ts'
import { notificationRefusals } from '../../shared/notifications/messages.ts'
import { AppError } from '../http/errors.ts'

const field = (kind: MailKind) => ({ details: { field: 'preferences', kind } })

export const mailAlwaysSent = (kind: MailKind) =>
  new AppError(400, 'mail_always_sent', notificationRefusals.mail_always_sent, field(kind))

export const mailOfOtherRole = (kind: MailKind) =>
  new AppError(400, 'mail_of_other_role', notificationRefusals.mail_of_other_role, field(kind))
