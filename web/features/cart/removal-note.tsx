import { useEffect, useEffectEvent, useState } from 'react'
import { UNDO_REMOVAL_SECONDS } from '../../../shared/cart/constants.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
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
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-tint px-4 py-3"
    >
      <span role="status">{cartMessages.removed}</span>
      <Button variant="secondary" size="small" onClick={onUndo}>
        {cartMessages.undo}
      </Button>
    </div>
  )
}
