import { useState } from 'react'
import { MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { Button } from '../button.tsx'
import { Minus, Plus } from '../icons.tsx'
import { useNumberInput } from './number-input.ts'

interface QuantityControlProps {
  value: number
  onChange: (quantity: number) => void
  /** Names the quantity, e.g. `Quantity of Desk lamp`. */
  label: string
  /** Called for minus at 1 and for a smaller typed number; without it minus is inactive at 1. */
  onBelowMin?: () => void
  /** Called in place of `onChange` for plus at the maximum and for a larger typed number, which should become the maximum. */
  onAboveMax?: () => void
}

/**
 * Minus, a number input and plus. A number outside the limits becomes the nearest limit; any other text changes nothing and is
 * discarded on blur.
 */
export function QuantityControl({ value, onChange, label, onBelowMin, onAboveMax }: QuantityControlProps) {
  // An empty input stays empty until the next digit is typed; it already counts as 1. A smaller number may be the beginning of
  // a larger one: it is applied once typing is finished.
  const [unfinished, setUnfinished] = useState<string | null>(null)

  function read(text: string) {
    const quantity = Number(text)
    const waits = !isWhole(text) || (onBelowMin !== undefined && text !== '' && quantity < 1)
    setUnfinished(text === '' || waits ? text : null)
    if (waits) return
    if (quantity > MAX_LINE_QUANTITY && onAboveMax) onAboveMax()
    else onChange(Math.min(Math.max(quantity, 1), MAX_LINE_QUANTITY))
  }

  function finish() {
    if (unfinished && isWhole(unfinished)) onBelowMin?.()
    setUnfinished(null)
  }

  // At a limit a button is inactive but not disabled, which would remove the focus from it.
  return (
    <fieldset className="inline-flex items-center rounded-field border border-line-strong bg-surface">
      <legend className="sr-only">{label}</legend>
      <Button
        variant="ghost"
        size="icon"
        aria-label={uiMessages.decreaseQuantity}
        aria-disabled={(value <= 1 && !onBelowMin) || undefined}
        onClick={() => (value <= 1 ? onBelowMin?.() : onChange(value - 1))}
      >
        <Minus aria-hidden className="size-4" />
      </Button>
      <input
        {...useNumberInput()}
        inputMode="numeric"
        aria-label={label}
        aria-invalid={(unfinished !== null && !isWhole(unfinished)) || undefined}
        min={1}
        max={MAX_LINE_QUANTITY}
        step={1}
        value={unfinished ?? value}
        onChange={(event) => read(event.target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && unfinished && currentTarget.blur()}
        onBlur={finish}
        className="no-spinner h-10 w-12 rounded-field bg-transparent text-center font-medium"
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={uiMessages.increaseQuantity}
        aria-disabled={(value >= MAX_LINE_QUANTITY && !onAboveMax) || undefined}
        onClick={() => (value < MAX_LINE_QUANTITY ? onChange(value + 1) : onAboveMax?.())}
      >
        <Plus aria-hidden className="size-4" />
      </Button>
    </fieldset>
  )
}

const isWhole = (text: string) => /^(-?\d+)?$/.test(text)
