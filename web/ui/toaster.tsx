import type { FocusEvent, MouseEvent } from 'react'
import toast, { Toaster as ToastLibrary, useToaster } from 'react-hot-toast'
import { directionOf } from './direction.ts'
import { Link } from './link.tsx'
import type { Toast } from './toasts.tsx'

const DURATION_MS = 3000
const MAX_WIDTH_PX = 350

/** Shows a message for three seconds, in the place of the one with the same id. */
export function show({ kind, text, id, link, beside }: Toast): void {
  const options = {
    duration: DURATION_MS,
    ...(id !== undefined && { id }),
    ...(beside && { ariaProps: { role: 'status', 'aria-live': 'off' } as const }),
  }
  const content = link ? (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>{text}</span>
      <Link to={link.to} className="py-1 font-medium text-brand-strong underline underline-offset-2">
        {link.text}
      </Link>
    </span>
  ) : (
    text
  )
  toast[kind](content, options)
}

/** Removes a message. */
export function hide(id: string): void {
  toast.remove(id)
}

/**
 * The messages that are shown. The library shows at most 20, removes each 1000 ms after it ends, and lets none end below the
 * pointer; here none ends around the focus either.
 */
export function Toaster() {
  const { handlers } = useToaster()
  const { startPause, endPause } = handlers
  const leave = ({ currentTarget }: FocusEvent) => !currentTarget.matches(':hover') && endPause()
  // The library has just ended its pause.
  const leaveWithPointer = ({ currentTarget }: MouseEvent) =>
    currentTarget.contains(document.activeElement) && startPause()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only delay the end of what it shows
    <div onFocus={startPause} onBlur={leave} onMouseLeave={leaveWithPointer}>
      {shownToasts}
    </div>
  )
}

const shownToasts = (
  <ToastLibrary
    position={directionOf(document.body) === 'rtl' ? 'bottom-left' : 'bottom-right'}
    containerStyle={{ bottom: 'var(--toasts-end, 1rem)' }}
    toastOptions={{
      style: {
        maxWidth: MAX_WIDTH_PX,
        background: 'var(--color-surface)',
        color: 'var(--color-ink)',
        border: '1px solid var(--color-line)',
        overflowWrap: 'anywhere',
      },
      error: { ariaProps: { role: 'alert', 'aria-live': 'assertive' } },
    }}
  />
)
