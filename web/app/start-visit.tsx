import { useEffect } from 'react'
import { startCart } from '../features/cart/start-cart.ts'
import { watchOrderAttempt } from '../features/checkout/order-attempt.ts'
import { startSession } from '../session/start-session.ts'
import type { AppStore } from './store.ts'

/** Brings in what only this browser knows (person, cart), once the page has taken over the server's HTML; idle on the server. */
export function StartVisit({ store }: { store: AppStore }) {
  useEffect(() => {
    const stops = [startSession(store), startCart(store), watchOrderAttempt(store)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [store])
  return null
}
