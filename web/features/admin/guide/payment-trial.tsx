import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { openingMessages } from '../../../../shared/market/opening-messages.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import { failureText } from '../../../api/failure-text.ts'
import { useSite } from '../../../api/site.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useTryPaymentMutation } from '../payments/payments-api.ts'

/** A button that makes a test payment, and what came of it; without test keys, why there is none. */
export function PaymentTrial() {
  const { payments } = useSite()
  const [tryPayment, { data, error, isLoading }] = useTryPaymentMutation()
  if (!payments?.isTest) return <p>{payments ? openingMessages.livePayments : openingMessages.paymentsOff}</p>
  const reason = failureText(error, adminPaymentErrors, uiMessages.unexpectedError)
  const isAccepted = data?.outcome === 'accepted'
  return (
    <div className="grid gap-3">
      <Button variant="secondary" busy={isLoading} className="justify-self-start" onClick={() => void tryPayment()}>
        {openingMessages.testPayment}
      </Button>
      {!isLoading && <FailureNote text={error ? openingMessages.testPaymentFailed({ reason }) : null} />}
      {!isLoading && data && (
        <p role={isAccepted ? 'status' : 'alert'} className={isAccepted ? '' : 'text-danger'}>
          {openingMessages.testPaymentOutcomes[data.outcome]}
        </p>
      )}
    </div>
  )
}
