import type { KeyboardEvent, PointerEvent } from 'react'
import { bannerMessages } from '../../../../shared/banners/messages.ts'

interface FocusPickerProps {
  picture: string
  /** In percent. */
  x: number
  y: number
  onChange: (x: number, y: number) => void
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** With the Shift key. */
const WIDE_STEP = 10

const percent = (value: number) => Math.min(100, Math.max(0, Math.round(value)))

/** The whole picture with the point that stays in view, which a click, a drag or the arrow keys move. */
export function FocusPicker({ picture, x, y, onChange }: FocusPickerProps) {
  function point({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange(percent(((clientX - left) / width) * 100), percent(((clientY - top) / height) * 100))
  }

  function step(event: KeyboardEvent): void {
    const [stepX, stepY] = STEPS[event.key] ?? []
    if (stepX === undefined || stepY === undefined) return
    event.preventDefault()
    const by = event.shiftKey ? WIDE_STEP : 1
    onChange(percent(x + stepX * by), percent(y + stepY * by))
  }

  return (
    <div className="grid gap-1.5">
      <button
        type="button"
        aria-label={`${bannerMessages.focus}: ${bannerMessages.focusAt({ x, y })}`}
        onKeyDown={step}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          point(event)
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && point(event)}
        className="relative block w-full cursor-crosshair touch-none overflow-hidden rounded-field border border-line"
      >
        <img src={picture} alt="" draggable={false} className="block w-full" />
        <span
          aria-hidden
          // From the left, as pictures are not mirrored.
          style={{ left: `${x}%`, top: `${y}%` }}
          className="absolute size-8 -translate-1/2 rounded-full border-2 border-white shadow-[0_0_0_2px_#000,inset_0_0_0_2px_#000]"
        />
      </button>
      <p className="text-sm text-muted">{bannerMessages.focusHint}</p>
    </div>
  )
}
