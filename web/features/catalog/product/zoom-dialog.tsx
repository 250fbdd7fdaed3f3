import { Dialog as Base } from '@base-ui/react/dialog'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { zoomMessages } from '../../../../shared/catalog/zoom-messages.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { stepOf } from '../../../ui/direction.ts'
import { ChevronLeft, ChevronRight, X } from '../../../ui/icons.tsx'

const MAX_SCALE = 5
/** The factor of a double tap and of the key +. */
const STEP = 2.5
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 30

interface View {
  scale: number
  /** The offset of the picture in pixels. */
  x: number
  y: number
}

/** The dialog only opens in the browser. */
const STEPS = [
  { step: -1, label: zoomMessages.previousPicture, Icon: ChevronLeft, place: 'start-3' },
  { step: 1, label: zoomMessages.nextPicture, Icon: ChevronRight, place: 'end-3' },
] as const

const WHOLE: View = { scale: 1, x: 0, y: 0 }

interface Point {
  x: number
  y: number
}

function usePinchZoom() {
  const [view, setView] = useState(WHOLE)
  const pointers = useRef(new Map<number, Point>())
  const lastTap = useRef({ at: 0, x: 0, y: 0 })
  const reset = useCallback(() => setView(WHOLE), [])
  const enlarge = () => setView(({ scale }) => ({ ...WHOLE, scale: Math.min(MAX_SCALE, scale * STEP) }))

  function tap({ timeStamp, clientX, clientY }: PointerEvent): void {
    const { at, x, y } = lastTap.current
    const isDouble = timeStamp - at < DOUBLE_TAP_MS && Math.hypot(clientX - x, clientY - y) < DOUBLE_TAP_PX
    lastTap.current = { at: isDouble ? 0 : timeStamp, x: clientX, y: clientY }
    if (isDouble) setView(({ scale }) => (scale > 1 ? WHOLE : { ...WHOLE, scale: STEP }))
  }

  function move(event: PointerEvent): void {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    pointers.current.set(event.pointerId, now)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    if (other) {
      const factor = distance(now, other) / (distance(before, other) || 1)
      setView((shown) => {
        const scale = Math.min(MAX_SCALE, Math.max(1, shown.scale * factor))
        return scale === 1 ? WHOLE : { ...shown, scale }
      })
    } else {
      setView((shown) =>
        shown.scale > 1 ? { ...shown, x: shown.x + now.x - before.x, y: shown.y + now.y - before.y } : shown,
      )
    }
  }

  const style: CSSProperties = { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }
  return {
    reset,
    enlarge,
    style,
    surface: {
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        if (pointers.current.size === 1) tap(event)
      },
      onPointerMove: move,
      onPointerUp: (event: PointerEvent) => pointers.current.delete(event.pointerId),
      onPointerCancel: (event: PointerEvent) => pointers.current.delete(event.pointerId),
    },
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

interface ZoomDialogProps {
  name: string
  images: readonly string[]
  alts: readonly string[]
  shown: number
  open: boolean
  onShow: (index: number) => void
  onClose: () => void
  opener: RefObject<HTMLElement | null>
}

/** A product's pictures in full size: arrow keys switch, Escape closes; a pinch, a double tap or + enlarge. */
export function ZoomDialog({ name, images, alts, shown, open, onShow, onClose, opener }: ZoomDialogProps) {
  const zoom = usePinchZoom()
  const { reset } = zoom
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture begins as a whole
  useEffect(reset, [shown, open, reset])

  function press(event: KeyboardEvent): void {
    const { key } = event
    const step = stepOf(event)
    if (step && images[shown + step]) onShow(shown + step)
    else if (key === '+' || key === '=') zoom.enlarge()
    else if (key === '-' || key === '0') zoom.reset()
    else return
    event.preventDefault()
  }

  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-page" />
        <Base.Popup
          finalFocus={opener}
          onKeyDown={press}
          className="fixed inset-0 z-50 grid grid-cols-1 grid-rows-[auto_1fr] bg-page text-ink"
        >
          <div className="flex items-center justify-between gap-4 px-4 py-2">
            <Base.Title className="min-w-0 truncate text-base font-medium" dir="auto">
              {name}
            </Base.Title>
            <p role="status" className="ms-auto shrink-0 text-sm text-muted">
              {catalogMessages.slideNumber({ number: shown + 1, count: images.length })}
            </p>
            <Base.Close
              aria-label={uiMessages.close}
              className="inline-grid size-11 shrink-0 place-items-center rounded-field hover:bg-tint"
            >
              <X aria-hidden className="size-5" />
            </Base.Close>
          </div>
          <div {...zoom.surface} className="relative min-h-0 touch-none overflow-hidden select-none">
            <img
              src={images[shown]}
              alt={alts[shown] ?? ''}
              draggable={false}
              style={zoom.style}
              className="size-full object-contain"
            />
          </div>
          {images.length > 1 &&
            STEPS.map(({ step, label, Icon, place }) => (
              <Button
                key={step}
                variant="overlay"
                size="icon"
                aria-label={label}
                aria-disabled={images[shown + step] === undefined || undefined}
                onClick={() => images[shown + step] !== undefined && onShow(shown + step)}
                className={`absolute top-1/2 size-11 shadow-float ${place}`}
              >
                <Icon aria-hidden className="size-5" />
              </Button>
            ))}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
