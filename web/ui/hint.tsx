import { useEffect, useId, useState } from 'react'
import { areaMessages } from '../../shared/app/area-messages.ts'
import { classNames } from './class-names.ts'
import { Info } from './icons.tsx'

interface HintProps {
  /** What it explains; names the button. */
  about: string
  text: string
}

/**
 * A small button that explains what stands beside it: on hover and focus, on a press where there is no hover, until Escape.
 * Screen readers read the text with the button. It stands in the corner of the nearest positioned element and opens as
 * wide as that.
 */
export function Hint({ about, text }: HintProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [open])
  return (
    <span onPointerEnter={() => setOpen(true)} onPointerLeave={() => setOpen(false)}>
      <button
        type="button"
        aria-label={areaMessages.about(about)}
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        className="absolute end-3 top-3 grid size-7 place-items-center rounded-full text-muted hover:text-ink"
      >
        <Info aria-hidden className="size-4" />
      </button>
      <span
        id={id}
        role="tooltip"
        className={classNames(
          'absolute inset-x-2 top-11 z-20 rounded-field bg-ink p-3 text-sm font-normal text-page shadow-float',
          !open && 'hidden',
        )}
      >
        {text}
      </span>
    </span>
  )
}
