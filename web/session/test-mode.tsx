import { paymentMessages } from '../../shared/payments/messages.ts'
import { useSite } from '../api/site.ts'
import { classNames } from '../ui/class-names.ts'

/** A note that no real money moves, where payments are in test mode; otherwise nothing. */
export function TestMode({ className }: { className?: string }) {
  const { payments } = useSite()
  if (!payments?.isTest) return null
  return (
    <p className={classNames('rounded-field bg-tint px-3 py-1.5 text-sm text-muted', className)}>
      {paymentMessages.testMode}
    </p>
  )
}

/** A note about what sales mean where no payments are taken; otherwise nothing. */
export function NoPayments({ text, className }: { text: string; className?: string }) {
  const { payments } = useSite()
  if (payments) return null
  return <p className={classNames('rounded-field bg-tint px-3 py-1.5 text-sm', className)}>{text}</p>
}
