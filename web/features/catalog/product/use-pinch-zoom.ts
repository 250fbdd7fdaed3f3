import { type CSSProperties, type PointerEvent, useCallback, useRef, useState } from 'react'

const MAX_SCALE = 5
/** Of a double tap, and of a press on +. */
const STEP = 2.5
/** Two taps within this time, in milliseconds, and this distance, in pixels, are a double tap. */
const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_PX = 30

interface View {
  scale: number
  /** How far the picture is moved, in pixels. */
  x: number
  y: number
}

const WHOLE: View = { scale: 1, x: 0, y: 0 }

interface Point {
  x: number
  y: number
}

/** How a picture is enlarged: two fingers pinch it, a double tap or click enlarges or resets it, one finger moves it. */
export function usePinchZoom() {
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
    /** For the element in which the picture lies. */
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
