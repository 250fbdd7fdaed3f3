import { type RefObject, useEffect, useRef, useState } from 'react'
import { toCents } from '../../../shared/kernel/money.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { type StripeCard, showStripeCard } from './stripe-card.ts'

interface CardFieldsProps {
  stripeKey: string
  /** Dollars. */
  total: number
  /** Set while the fields are shown. */
  card: RefObject<StripeCard | null>
}

/** Stripe's own card fields: this page has no access to their contents. */
export function CardFields({ stripeKey, total, card }: CardFieldsProps) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [tries, setTries] = useState(1)
  const amount = useRef(0)
  amount.current = toCents(total)
  useEffect(() => {
    if (!place.current || tries === 0) return
    let isOver = false
    let own: StripeCard | undefined
    setState('loading')
    showStripeCard({ stripeKey, amountCents: amount.current, place: place.current }).then(
      (shown) => {
        if (isOver) return shown.remove()
        own = shown
        card.current = shown
        shown.setAmount(amount.current)
        setState('shown')
      },
      () => !isOver && setState('failed'),
    )
    return () => {
      isOver = true
      own?.remove()
      card.current = null
    }
  }, [stripeKey, tries, card])
  useEffect(() => card.current?.setAmount(toCents(total)), [total, card])
  return (
    <>
      <div ref={place} className="min-h-60 bg-surface text-base text-ink sm:col-span-2" />
      {state === 'loading' && (
        <p role="status" className="text-muted sm:col-span-2">
          {paymentMessages.cardLoading}
        </p>
      )}
      <FailureNote
        text={state === 'failed' ? paymentMessages.cardFailed : null}
        onRetry={() => setTries(tries + 1)}
        className="sm:col-span-2"
      />
    </>
  )
}
