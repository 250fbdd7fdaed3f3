import { commonErrors, type ErrorDefinitions } from '../kernel/errors.ts'
import type { MailKind } from './constants.ts'

interface WrongPreference {
  field: 'preferences'
  kind: MailKind
}

export const notificationErrors = {
  ...commonErrors,
  mail_always_sent: { status: 400, text: (_: WrongPreference) => 'This email cannot be switched off.' },
  mail_of_other_role: { status: 400, text: (_: WrongPreference) => 'You do not get this email.' },
} as const satisfies ErrorDefinitions
