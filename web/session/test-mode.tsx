import { paymentMessages } from '../../shared/payments/messages.ts'
import { useSite } from '../api/site.ts'
import { classNames } from '../ui/class-names.ts'

/** Says that no real money moves, where orders are paid without any; nothing elsewhere. */
export function TestMode({ className }: { className?: string }) {
  const { payments } = useSite()
  if (!payments?.isTest) return null
  return (
    <p className={classNames('rounded-field bg-tint px-3 py-1.5 text-sm text-muted', className)}>
      {paymentMessages.testMode}
    </p>
  )
}

/** Says what follows from it where no payments are taken; nothing elsewhere. */
export function NoPayments({ text, className }: { text: string; className?: string }) {
  const { payments } = useSite()
  if (payments) return null
  return <p className={classNames('rounded-field bg-tint px-3 py-1.5 text-sm', className)}>{text}</p>
}
