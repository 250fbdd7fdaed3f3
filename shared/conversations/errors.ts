import { defineErrors } from '../kernel/define-messages.ts'
import { withTextOf } from '../kernel/error-definition.ts'
import { commonErrors } from '../kernel/errors.ts'
import { conversationMessages } from './messages.ts'

export const conversationErrors = defineErrors('conversationErrors', {
  ...commonErrors,
  conversation_full: withTextOf(409, () => conversationMessages.full),
  message_reused: { status: 422, text: 'This message was already sent with another text.' },
})
