import { orderMessages, orderRefusals } from '../../../shared/orders/messages.ts'
import { apiErrorOf } from '../../api/api.ts'
import { failureText } from '../../api/failure-text.ts'

/** Returns the text for an order that could not be loaded; `final` when a retry cannot help. */
export function explainOrderFailure(error: unknown): { text: string; final: boolean } {
  const code = apiErrorOf(error)?.code
  return {
    text: failureText(error, orderRefusals, orderMessages.fetchFailed),
    final: code !== undefined && code in orderRefusals,
  }
}
