import { useState } from 'react'
import { MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { Button } from '../button.tsx'
import { Minus, Plus } from '../icons.tsx'
import { useNumberInput } from './number-input.ts'

interface QuantityControlProps {
  value: number
  onChange: (quantity: number) => void
  /** Names what is counted, e.g. `Quantity of Desk lamp`. */
  label: string
  min?: number
  max?: number
  disabled?: boolean
  /** Called for minus at `min` and for a smaller number typed in; without it minus is inactive at `min`. */
  onBelowMin?: () => void
  /** Called in place of `onChange` for plus at `max` and for a larger number typed in, which should become `max`. */
  onAboveMax?: () => void
}

/**
 * Minus, a number input and plus. A number outside the limits becomes the nearest limit; any other text changes nothing, and
 * goes when the input is left.
 */
export function QuantityControl({
  value,
  onChange,
  label,
  min = 1,
  max = MAX_LINE_QUANTITY,
  disabled = false,
  onBelowMin,
  onAboveMax,
}: QuantityControlProps) {
  // An empty input stays empty until the next digit is typed; it already counts as `min`. A number below `min` may be the
  // beginning of a larger one: it counts once typing is finished.
  const [unfinished, setUnfinished] = useState<string | null>(null)

  function read(text: string) {
    const quantity = Number(text)
    const waits = !isWhole(text) || (onBelowMin !== undefined && text !== '' && quantity < min)
    setUnfinished(text === '' || waits ? text : null)
    if (waits) return
    if (quantity > max && onAboveMax) onAboveMax()
    else onChange(Math.min(Math.max(quantity, min), max))
  }

  function finish() {
    if (unfinished && isWhole(unfinished)) onBelowMin?.()
    setUnfinished(null)
  }

  // At a limit a button is inactive but not disabled, which would take the focus from it.
  return (
    <fieldset className="inline-flex items-center rounded-xl border border-line-strong bg-surface" disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      <Button
        variant="ghost"
        size="icon"
        aria-label={uiMessages.decreaseQuantity}
        aria-disabled={(value <= min && !onBelowMin) || undefined}
        onClick={() => (value <= min ? onBelowMin?.() : onChange(value - 1))}
      >
        <Minus aria-hidden className="size-4" />
      </Button>
      <input
        {...useNumberInput()}
        inputMode="numeric"
        aria-label={label}
        aria-invalid={(unfinished !== null && !isWhole(unfinished)) || undefined}
        min={min}
        max={max}
        step={1}
        value={unfinished ?? value}
        onChange={(event) => read(event.target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && unfinished && currentTarget.blur()}
        onBlur={finish}
        className="no-spinner h-10 w-12 rounded-field bg-transparent text-center font-medium tabular-nums"
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={uiMessages.increaseQuantity}
        aria-disabled={(value >= max && !onAboveMax) || undefined}
        onClick={() => (value < max ? onChange(value + 1) : onAboveMax?.())}
      >
        <Plus aria-hidden className="size-4" />
      </Button>
    </fieldset>
  )
}

const isWhole = (text: string) => /^(-?\d+)?$/.test(text)
