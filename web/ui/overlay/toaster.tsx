import { type CSSProperties, useEffect, useRef } from 'react'
import toast, { Toaster as ToastLibrary, useToaster } from 'react-hot-toast'
import { directionOf } from '../direction.ts'
import { Link } from '../link.tsx'
import { useClearOfButtons } from './clear-of-buttons.ts'

/** A short message. */
export interface Toast {
  kind: 'success' | 'error'
  text: string
  /** It replaces the last one with the same id. */
  id?: string | undefined
  link?: { text: string; to: string }
  /** It stands beside an alert that stays: screen readers read that one alone. */
  beside?: boolean
}

const DURATION_MS = 3000
const MAX_WIDTH_PX = 350
/** Between two of them, and at their sides. */
const GUTTER_PX = 8

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
      <Link
        to={link.to}
        className="pointer-events-auto py-1 font-medium text-brand-strong underline underline-offset-2"
      >
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
 * The messages that are shown. The library shows at most 20 and removes each 1000 ms after it ends; none ends below the
 * pointer or around the focus. They stand clear of the buttons that are needed, and let presses through where they cannot:
 * only their links take any.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const { startPause, endPause } = handlers
  const area = useRef<HTMLDivElement>(null)
  const visible = toasts.filter((one) => one.visible)
  const height = visible.reduce((sum, one) => sum + (one.height ?? 0) + GUTTER_PX, 0)
  const end = useClearOfButtons(height, MAX_WIDTH_PX + 2 * GUTTER_PX)
  const isAnyVisible = visible.length > 0
  useEffect(() => {
    if (!isAnyVisible) return
    // Presses go through them, and so do the pointer's own events.
    const follow = ({ clientX, clientY }: PointerEvent) => {
      const isOver = Array.from(area.current?.querySelectorAll('.toast') ?? []).some((toast) => {
        const { left, right, top, bottom } = toast.getBoundingClientRect()
        return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
      })
      if (isOver) startPause()
      else if (!area.current?.contains(document.activeElement)) endPause()
    }
    addEventListener('pointermove', follow)
    return () => removeEventListener('pointermove', follow)
  }, [isAnyVisible, startPause, endPause])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus only delays the end of what it shows
    <div
      ref={area}
      onFocus={startPause}
      onBlur={endPause}
      style={{ '--toasts-clear': end === undefined ? undefined : `${end}px` } as CSSProperties}
    >
      {shownToasts}
    </div>
  )
}

const shownToasts = (
  <ToastLibrary
    position={directionOf(document.body) === 'rtl' ? 'bottom-left' : 'bottom-right'}
    containerStyle={{ bottom: 'var(--toasts-clear, var(--toasts-end, 1rem))' }}
    toastOptions={{
      className: 'toast',
      style: {
        maxWidth: MAX_WIDTH_PX,
        pointerEvents: 'none',
        background: 'var(--color-surface)',
        color: 'var(--color-ink)',
        border: '1px solid var(--color-line)',
        overflowWrap: 'anywhere',
      },
      error: { ariaProps: { role: 'alert', 'aria-live': 'assertive' } },
    }}
  />
)
