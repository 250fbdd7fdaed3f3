import { useEffect, useState } from 'react'
import { formatTime } from '../../../shared/kernel/calendar.ts'
import { reservationMessages, reservationRefusals } from '../../../shared/stock/checkout-messages.ts'
import { useSession } from '../../session/use-session.ts'
import { useGetCheckoutQuery } from './checkouts-api.ts'

/** Until when the cart is reserved, and afterwards that it was. Nothing when no checkout of it is known. */
export function ReservationNote({ checkoutId }: { checkoutId: string | undefined }) {
  const { isLoggedIn } = useSession()
  const { currentData } = useGetCheckoutQuery(checkoutId ?? '', { skip: !checkoutId || !isLoggedIn })
  const isOver = useIsOver(currentData?.expires_at)
  const state = currentData?.checkout_state
  const hasExpired = state === 'expired' || (state === 'open' && isOver)
  const text =
    state === 'open' && !isOver ? reservationMessages.reservedUntil(formatTime(currentData?.expires_at ?? '')) : null
  return (
    <p role="status" className="text-center text-sm font-medium text-balance empty:sr-only">
      {hasExpired ? reservationRefusals.checkout_expired : text}
    </p>
  )
}

function useIsOver(time: string | undefined): boolean {
  const [now, setNow] = useState(Date.now)
  const end = time === undefined ? Number.POSITIVE_INFINITY : Date.parse(time)
  useEffect(() => {
    setNow(Date.now())
    if (!Number.isFinite(end)) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, end - Date.now()))
    return () => clearTimeout(timer)
  }, [end])
  return now >= end
}
