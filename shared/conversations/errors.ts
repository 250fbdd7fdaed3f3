import { commonErrors, type ErrorDefinitions } from '../kernel/errors.ts'
import { conversationMessages } from './messages.ts'

export const conversationErrors = {
  ...commonErrors,
  conversation_full: { status: 409, text: conversationMessages.full },
  message_reused: { status: 422, text: 'This message was already sent with another text.' },
} as const satisfies ErrorDefinitions
