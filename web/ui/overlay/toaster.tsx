import { type CSSProperties, useEffect, useRef, useState } from 'react'
import toast, { Toaster as ToastLibrary, useToaster } from 'react-hot-toast'
import { directionOf } from '../direction.ts'
import { Link } from '../link.tsx'

/** The gap in px between toasts and the buttons that they must not cover. */
const GAP_PX = 8
const MEASURE_INTERVAL_MS = 100
/** Matches the buttons that complete a form, a purchase or a dialog, and action bars. */
const NEEDED =
  ':is(main, [role="dialog"], [role="alertdialog"]) :is(.bg-accent, [type="submit"]), [role="alertdialog"] button, [data-action-bar]'

/**
 * Returns the distance in px between the window's lower edge and a stack of toasts of this size that covers none of those
 * buttons; undefined for the default place, and when no place is free.
 */
function useFreeEnd(height: number, width: number): number | undefined {
  const [end, setEnd] = useState<number>()
  useEffect(() => {
    if (height === 0) return setEnd(undefined)
    const place = () => setEnd(freeEnd(height, width))
    place()
    // The page moves for many reasons, not all of which have an event.
    const timer = setInterval(place, MEASURE_INTERVAL_MS)
    addEventListener('scroll', place, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      removeEventListener('scroll', place, { capture: true })
    }
  }, [height, width])
  return end
}

function freeEnd(height: number, width: number): number | undefined {
  const { clientWidth, clientHeight, dir } = document.documentElement
  const usual = Number.parseFloat(getComputedStyle(document.body).getPropertyValue('--toasts-end') || '1') * remPx()
  const from = dir === 'rtl' ? 0 : clientWidth - width
  const needed = Array.from(document.querySelectorAll(NEEDED))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) => right > from && left < from + width && bottom > 0 && top < clientHeight)
    // Upwards from the lower edge, as the next button may be right above.
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
  /** Replaces the last toast with the same id. */
  id?: string | undefined
  link?: { text: string; to: string }
  /** Repeats an alert on the page: screen readers read only the alert. */
  beside?: boolean
}

const DURATION_MS = 3000
const MAX_WIDTH_PX = 350
/** The gap in px between toasts, and at their sides. */
const GUTTER_PX = 8

/** Shows a toast for three seconds; it replaces the one with the same id. */
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

export function hide(id: string): void {
  toast.remove(id)
}

/**
 * The visible toasts. The library shows at most 20 and removes each 1000 ms after it ends; none ends while it is hovered or has
 * the focus. They avoid covering the buttons that complete an action; where that is impossible, presses go through them, except
 * for their links.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const { startPause, endPause } = handlers
  const area = useRef<HTMLDivElement>(null)
  const visible = toasts.filter((one) => one.visible)
  const height = visible.reduce((sum, one) => sum + (one.height ?? 0) + GUTTER_PX, 0)
  const end = useFreeEnd(height, MAX_WIDTH_PX + 2 * GUTTER_PX)
  const isAnyVisible = visible.length > 0
  useEffect(() => {
    if (!isAnyVisible) return
    // Presses go through toasts, and so do the events of hovering.
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
