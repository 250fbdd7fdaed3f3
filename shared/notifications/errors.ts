import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'
import type { MailKind } from './constants.ts'

interface WrongPreference {
  field: 'preferences'
  kind: MailKind
}

const texts = defineMessages('notificationErrorTexts', {
  alwaysSent: 'This email cannot be switched off.',
  ofOtherRole: 'You do not get this email.',
})

export const notificationErrors = defineErrors('notificationErrors', {
  ...commonErrors,
  mail_always_sent: { status: 400, text: (_: WrongPreference) => texts.alwaysSent },
  mail_of_other_role: { status: 400, text: (_: WrongPreference) => texts.ofOtherRole },
})
