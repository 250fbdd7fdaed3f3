import { useEffect, useEffectEvent, useState } from 'react'
import { UNDO_REMOVAL_SECONDS } from '../../../shared/cart/constants.ts'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/page.tsx'

interface RemovalNoteProps {
  onUndo: () => void
  onEnd: () => void
}

/** Offers for some seconds to bring removed lines back; longer while the pointer or the focus is on it. */
export function RemovalNote({ onUndo, onEnd }: RemovalNoteProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (hovered || focused) return
    const timer = setTimeout(() => end(), UNDO_REMOVAL_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [hovered, focused])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only delay its end
    <div
      ref={passFocusOn}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      // Beside the heading, and below the top bar once the page is scrolled: nothing moves when it appears and ends.
      className="sticky top-48 z-10 h-0 sm:top-36"
    >
      <div className="absolute end-0 bottom-4 flex items-center gap-4 rounded-field border border-line-strong bg-surface py-2 pe-2 ps-4 shadow-float">
        <span role="status">{cartPageMessages.removed}</span>
        <Button variant="secondary" size="small" onClick={onUndo}>
          {cartPageMessages.undo}
        </Button>
      </div>
    </div>
  )
}
