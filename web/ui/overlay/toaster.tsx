import { type CSSProperties, useEffect, useRef, useState } from 'react'
import toast, { Toaster as ToastLibrary, useToaster } from 'react-hot-toast'
import { directionOf } from '../direction.ts'
import { Link } from '../link.tsx'

/** In px, between toasts and what they stay clear of. */
const GAP_PX = 8
const OFTEN_MS = 100
/** The buttons that a step of a form, a purchase or a dialog needs, and bars of acts. */
const NEEDED =
  ':is(main, [role="dialog"], [role="alertdialog"]) :is(.bg-accent, [type="submit"]), [role="alertdialog"] button, [data-act-bar]'

/**
 * Returns how far above the lower edge of the window a stack of this height and width stands so that it covers no button that
 * is needed; undefined where it always stands, also when there is no such place. In px.
 */
function useClearOfButtons(height: number, width: number): number | undefined {
  const [end, setEnd] = useState<number>()
  useEffect(() => {
    if (height === 0) return setEnd(undefined)
    const place = () => setEnd(clearEnd(height, width))
    place()
    // What is on the page moves for many reasons.
    const timer = setInterval(place, OFTEN_MS)
    addEventListener('scroll', place, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      removeEventListener('scroll', place, { capture: true })
    }
  }, [height, width])
  return end
}

function clearEnd(height: number, width: number): number | undefined {
  const { clientWidth, clientHeight, dir } = document.documentElement
  const usual = Number.parseFloat(getComputedStyle(document.body).getPropertyValue('--toasts-end') || '1') * remPx()
  const from = dir === 'rtl' ? 0 : clientWidth - width
  const needed = Array.from(document.querySelectorAll(NEEDED))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) => right > from && left < from + width && bottom > 0 && top < clientHeight)
    // From the lower edge up: above one the next one may be.
    .toSorted((a, b) => b.bottom - a.bottom)
  let end = usual
  for (const { top, bottom } of needed) {
    const lower = clientHeight - end
    if (bottom > lower - height - GAP_PX && top < lower + GAP_PX) end = clientHeight - top + GAP_PX
  }
  return end > usual && end + height < clientHeight ? end : undefined
}

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

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
