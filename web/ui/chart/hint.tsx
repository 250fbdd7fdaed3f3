import { useEffect, useId, useRef, useState } from 'react'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { Info } from '../icons.tsx'

interface HintProps {
  /** What it explains; names the button. */
  about: string
  text: string
}

/**
 * A small button that explains what stands beside it: on hover and focus, on a press where there is no hover, until Escape.
 * Screen readers read the text with the button. It stands in the corner of the nearest positioned element.
 */
export function Hint({ about, text }: HintProps) {
  const id = useId()
  const tooltip = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => void tooltip.current?.togglePopover(open), [open])
  useEffect(() => {
    if (!open) return
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [open])
  return (
    <span className="anchored" onPointerEnter={() => setOpen(true)} onPointerLeave={() => setOpen(false)}>
      <button
        type="button"
        aria-label={areaMessages.about(about)}
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        className="anchor absolute end-3 top-3 grid size-7 place-items-center rounded-full text-muted hover:text-ink"
      >
        <Info aria-hidden className="size-4" />
      </button>
      <span
        ref={tooltip}
        id={id}
        role="tooltip"
        popover="manual"
        className="at-anchor [position-area:block-end_span-inline-start] my-1 w-72 max-w-[calc(100vw-1rem)] rounded-field bg-ink p-3 text-sm font-normal text-page shadow-float"
      >
        {text}
      </span>
    </span>
  )
}
