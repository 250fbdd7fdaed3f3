import { MAX_REASON_LENGTH } from '../../../shared/audit/constants.ts'
import { adminSellerMessages } from '../../../shared/sellers/admin-messages.ts'
import { DialogField } from '../fulfilment/dialog-fields.tsx'

/** A reason that its seller reads, in an `ActionDialog`. */
export function NeededReason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <DialogField
      name="reason"
      label={adminSellerMessages.reason}
      hint={adminSellerMessages.reasonHint}
      maxLength={MAX_REASON_LENGTH}
      autoComplete="off"
      required
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Returns the error of a reason that is missing. */
export function reasonProblem(reason: string): string | undefined {
  return reason.trim() ? undefined : adminSellerMessages.reasonNeeded
}
