import { useEffect, useRef } from 'react'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { EmptyState } from './empty-state.tsx'
import { CloudOff } from './icons.tsx'
import { focusHeading } from './page.tsx'

export interface FailureNoteProps {
  /** The failure; null renders nothing. */
  text: string | null | undefined
  /** `submit` resubmits the form around it; absent where a retry cannot help. */
  onRetry?: (() => unknown) | 'submit' | undefined
  /** Describes the fields that the failure is about. */
  id?: string | undefined
  className?: string
}

/** Reports a failure where it happened, with a button to retry. Stays until the failure is retried or corrected. */
export function FailureNote({ text, onRetry, id, className }: FailureNoteProps) {
  if (!text) return null
  return (
    <div
      ref={leaveFocusNear}
      id={id}
      role="alert"
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-danger-tint px-4 py-3 text-start text-danger',
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

/** A `ref` for a note: when it is removed while it has the focus, the nearest control above it takes the focus. */
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
  // A query begins with the effects of its component: before that it cannot be refetched, and need not be.
  const isBegun = useRef(false)
  useEffect(() => {
    isBegun.current = true
  }, [])
  return (
    <EmptyState
      role="alert"
      icon={<CloudOff aria-hidden />}
      title={title}
      action={
        <Button variant="secondary" onClick={() => isBegun.current && onRetry()} busy={retrying}>
          {uiMessages.retry}
        </Button>
      }
    />
  )
}
