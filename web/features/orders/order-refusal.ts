import { orderMessages } from '../../../shared/orders/messages.ts'
import { apiErrorOf } from '../../api/api.ts'

/** What to tell a person who asked for an order; `final` when asking again cannot help. */
export function explainRefusal(error: unknown): { text: string; final: boolean } {
  switch (apiErrorOf(error)?.status) {
    case 400:
    case 404:
      return { text: orderMessages.invalidId, final: true }
    case 401:
      return { text: orderMessages.logInToTrack, final: true }
    case 403:
      return { text: orderMessages.noPermission, final: true }
    default:
      return { text: orderMessages.fetchFailed, final: false }
  }
}
