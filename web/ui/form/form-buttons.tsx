import { uiMessages } from '../../../shared/kernel/messages.ts'
import { Button } from '../button.tsx'

interface FormButtonsProps {
  submit: string
  busy: boolean
  /** Absent where there is nothing to cancel. */
  onCancel?: (() => void) | null
  size?: 'small'
}

/** The buttons that submit and cancel a form. */
export function FormButtons({ submit, busy, onCancel, size }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={busy} {...(size && { size })}>
        {submit}
      </Button>
      {onCancel && (
        <Button variant="ghost" onClick={onCancel} {...(size && { size })}>
          {uiMessages.cancel}
        </Button>
      )}
    </div>
  )
}
