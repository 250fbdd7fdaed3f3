import { uiMessages } from '../../shared/kernel/messages.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { EmptyState } from './empty-state.tsx'
import { CloudOff } from './icons.tsx'
import { focusHeading } from './page.tsx'

export interface FailureNoteProps {
  /** The failure; null renders nothing. */
  text: string | null | undefined
  /** `submit` sends the form around it again; absent where a retry cannot help. */
  onRetry?: (() => unknown) | 'submit' | undefined
  /** For the fields that the failure is about. */
  id?: string | undefined
  className?: string
}

/** Says, where it happened, that something failed, with a button to retry. Stays until it is retried or corrected. */
export function FailureNote({ text, onRetry, id, className }: FailureNoteProps) {
  if (!text) return null
  return (
    <div
      ref={leaveFocusNear}
      id={id}
      role="alert"
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-danger-tint px-4 py-3 text-start text-danger',
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
          {uiMessages.retry}
        </Button>
      )}
    </div>
  )
}

/** As a `ref`: when the note disappears with the focus, because its button was pressed, what it stood below takes the focus. */
export function leaveFocusNear(note: HTMLElement | null): () => void {
  return () => {
    if (!note?.contains(document.activeElement)) return
    const submit = note.closest('form')?.querySelectorAll<HTMLElement>('button[type=submit]')
    const target = [...(submit ?? [])].findLast((one) => !note.contains(one)) ?? above(note)
    if (target) target.focus({ preventScroll: true })
    else focusHeading()
  }
}

function above(note: HTMLElement): HTMLElement | null {
  for (let one: Element | null = note; one && one.id !== 'main'; one = one.parentElement) {
    const found = one.previousElementSibling?.querySelector<HTMLElement>('button:enabled, input:enabled')
    if (found) return found
  }
  return null
}

interface LoadFailureProps {
  title: string
  onRetry: () => void
  retrying: boolean
}

/** Reports that something could not be loaded, with a button to retry. */
export function LoadFailure({ title, onRetry, retrying }: LoadFailureProps) {
  return (
    <EmptyState
      role="alert"
      icon={<CloudOff aria-hidden />}
      title={title}
      action={
        <Button variant="secondary" onClick={onRetry} busy={retrying}>
          {uiMessages.retry}
        </Button>
      }
    />
  )
}
