import { conversationRefusals } from '../../shared/conversations/messages.ts'
import { AppError } from '../http/errors.ts'

export const conversationFull = () => new AppError(409, 'conversation_full', conversationRefusals.conversation_full)
export const messageReused = () => new AppError(422, 'message_reused', conversationRefusals.message_reused)
