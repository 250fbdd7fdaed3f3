import { useState } from 'react'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'

interface CallButtonProps {
  text: string
  call: () => PromiseLike<{ error?: unknown }>
  success?: string
  className?: string
}

/** A button that makes a call about a payment, with the call's failure after it. */
export function CallButton({ text, call, success, className }: CallButtonProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function press() {
    setBusy(true)
    setError(undefined)
    const result = await call()
    setBusy(false)
    setError(result.error)
    if (!result.error && success) showSuccess(success)
  }

  return (
    <>
      <Button size="small" variant="secondary" busy={busy} onClick={press}>
        {text}
      </Button>
      <FailureNote
        text={error ? failureText(error, adminPaymentErrors, adminPaymentMessages.actionFailed) : null}
        className={className}
      />
    </>
  )
}
