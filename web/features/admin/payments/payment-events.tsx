import { adminPaymentMessages, adminPaymentRefusals } from '../../../../shared/payments/admin-messages.ts'
import type { AdminPayment } from '../../../../shared/payments/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { useApplyEventAgainMutation } from './payments-api.ts'

/** What the provider reported of a payment, folded away. */
export function PaymentEvents({ payment: { events } }: { payment: AdminPayment }) {
  if (!events.length) return null
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-bold">
        {adminPaymentMessages.events} ({events.length})
      </summary>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {events.map(({ event_id, event_type, received_at, times_received, outcome, failure }) => (
          <li key={event_id} className="grid gap-1 py-2 text-sm">
            <p className="font-mono text-xs wrap-anywhere">{event_type}</p>
            <p className="text-muted wrap-anywhere">
              {outcome ? adminPaymentMessages.outcomes[outcome] : adminPaymentMessages.waiting} ·{' '}
              {adminPaymentMessages.times(times_received)} · <LocalDate at={received_at} precise />
              {failure && ` · ${failure}`}
            </p>
            {outcome === null && <Again eventId={event_id} />}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Again({ eventId }: { eventId: string }) {
  const [again, { isLoading, error }] = useApplyEventAgainMutation()
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="small" variant="secondary" busy={isLoading} onClick={() => again(eventId)}>
        {adminPaymentMessages.again}
      </Button>
      <FailureNote text={error && failureText(error, adminPaymentRefusals, adminPaymentMessages.actionFailed)} />
    </div>
  )
}
