import { uiMessages } from '../../shared/kernel/messages.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

interface FailureNoteProps {
  /** What failed; nothing is shown for null. */
  text: string | null | undefined
  /** `submit` sends the form around it again; absent where a retry cannot help. */
  onRetry?: (() => void) | 'submit' | undefined
  className?: string
}

/** Says, where it happened, that something failed, with a button to try again. */
export function FailureNote({ text, onRetry, className }: FailureNoteProps) {
  if (!text) return null
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-danger-tint px-4 py-3 text-danger',
        className,
      )}
    >
      <p className="min-w-0 wrap-anywhere">{text}</p>
      {onRetry && (
        <Button
          variant="secondary"
          size="small"
          {...(onRetry === 'submit' ? { type: 'submit' } : { onClick: onRetry })}
        >
          {uiMessages.tryAgain}
        </Button>
      )}
    </div>
  )
}
