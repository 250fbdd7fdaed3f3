import { useEffect, useEffectEvent, useState } from 'react'
import { UNDO_REMOVAL_SECONDS } from '../../../shared/cart/constants.ts'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { Sentence, withUnits } from '../../ui/text.tsx'
import type { Removal } from './use-cart-changes.ts'

interface RemovalNoteProps {
  removal: Removal
  onUndo: () => void
  onEnd: () => void
}

/** Offers to undo a removal for some seconds; longer while the pointer or the focus is on it. */
export function RemovalNote({ removal: { lines }, onUndo, onEnd }: RemovalNoteProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (hovered || focused) return
    const timer = setTimeout(() => end(), UNDO_REMOVAL_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [hovered, focused])
  const [first] = lines
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only delay its end
    <div
      ref={passFocusOn}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="flex items-center justify-between gap-4 py-3"
    >
      <span role="status" className="line-clamp-2 min-w-0 text-muted wrap-anywhere">
        {lines.length === 1 && first ? (
          <Sentence message={cartPageMessages.removed} values={{ name: <>{withUnits(first.name)}</> }} />
        ) : (
          cartPageMessages.removedSeveral({ count: lines.length })
        )}
      </span>
      <Button variant="secondary" size="small" onClick={onUndo}>
        {cartPageMessages.undo}
      </Button>
    </div>
  )
}
