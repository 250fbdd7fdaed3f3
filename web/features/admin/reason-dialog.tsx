import { type ReactNode, useState } from 'react'
import { MAX_REASON_LENGTH } from '../../../shared/audit/constants.ts'
import { auditMessages } from '../../../shared/audit/messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface ReasonDialogProps {
  open: boolean
  title: string
  text: ReactNode
  confirm: string
  busy?: boolean
  /** Called with the reason, which may be empty. */
  onConfirm: (reason: string) => void
  onCancel: () => void
}

/** Asks before an admin's action and takes a reason for it. A reason that was typed stays until it is used. */
export function ReasonDialog({ onConfirm, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      {...dialog}
      onConfirm={() => {
        onConfirm(reason.trim())
        setReason('')
      }}
    >
      <TextField
        label={auditMessages.reason}
        hint={auditMessages.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        className="mt-1"
      />
    </ConfirmDialog>
  )
}
