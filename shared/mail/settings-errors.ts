import { rightErrors } from '../accounts/right-messages.ts'
import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'
import { mailSettingsMessages } from './settings-messages.ts'

export const mailSettingsErrors = defineErrors('mailSettingsErrors', {
  ...commonErrors,
  ...rightErrors,
  newer_revision: { status: 409, text: 'These settings have changed in the meantime. Please try again.' },
  server_by_environment: { status: 409, text: 'SMTP_URL is set on the server and takes precedence.' },
  mail_password_needed: {
    status: 400,
    text: (_details: { field: 'password' }) => mailSettingsMessages.passwordAgain,
  },
  no_mail_server: { status: 409, text: 'There is no mail server yet.' },
  no_own_address: { status: 409, text: 'Your account has no email address.' },
})
