import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { MAX_REASON_LENGTH } from '../../../shared/audit/constants.ts'
import { auditMessages } from '../../../shared/audit/messages.ts'
import { adminSellerMessages } from '../../../shared/sellers/admin-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { writeDraft } from '../../session/form-drafts.ts'
import { type DraftField, DraftOffer, useDraft } from '../../session/use-draft.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { DialogField } from '../fulfilment/action-dialog.tsx'

interface ReasonDialogProps {
  open: boolean
  /** The draft's name: the action and its target. */
  name: string
  title: string
  text: ReactNode
  confirm: string
  /** Tells who can read the reason. */
  hint: string
  busy?: boolean
  /** Called with the reason, which may be empty. Returns true on success. */
  onConfirm: (reason: string) => Promise<boolean>
  onCancel: () => void
}

/** Confirms an admin's action with an optional reason. The reason is stored as a draft until the action succeeds. */
export function ReasonDialog({ name, hint, onConfirm, ...dialog }: ReasonDialogProps) {
  const dispatch = useAppDispatch()
  const reason = useRef('')

  async function confirm() {
    if (await onConfirm(reason.current.trim())) dispatch(writeDraft(name, undefined))
  }

  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      <ReasonField name={name} hint={hint} reason={reason} />
    </ConfirmDialog>
  )
}

const NO_REASON = { reason: '' }

/** Mounted while the dialog is open, so that a closed dialog holds no unsaved form. */
function ReasonField({ name, hint, reason }: { name: string; hint: string; reason: RefObject<string> }) {
  const { values, field, offer } = useDraft(name, NO_REASON)
  useEffect(() => {
    reason.current = values.reason
  }, [reason, values.reason])
  return (
    <>
      <DraftOffer {...offer} />
      <TextField
        label={auditMessages.reason}
        hint={hint}
        {...field('reason')}
        maxLength={MAX_REASON_LENGTH}
        className="mt-1"
      />
    </>
  )
}

/** A reason that its seller reads, in an `ActionDialog`. */
export function NeededReason(field: DraftField) {
  return (
    <DialogField
      {...field}
      label={adminSellerMessages.reason}
      hint={adminSellerMessages.reasonHint}
      maxLength={MAX_REASON_LENGTH}
      required
    />
  )
}

/** Returns the error of a reason that is missing. */
export function reasonProblem(reason: string): string | undefined {
  return reason.trim() ? undefined : adminSellerMessages.reasonNeeded
}
