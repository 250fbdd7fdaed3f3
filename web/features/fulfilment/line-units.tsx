import { useId } from 'react'
import type { LineUnits } from '../../../shared/fulfilment/schema.ts'
import { inputLook } from '../../ui/text-field.tsx'

/** A line of which some units can be chosen. */
export interface OpenLine {
  line_number: number
  product_name: string
  /** Highest number of units. */
  left: number
}

/** What was typed, by line number. */
type Units = Readonly<Record<string, string>>

interface LineUnitFieldsProps {
  legend: string
  lines: readonly OpenLine[]
  /** The units of each line, as typed. */
  units: Units
  onChange: (units: Record<string, string>) => void
  labelOf: (name: string, left: number) => string
}

/** A number of units for each line. */
export function LineUnitFields({ legend, lines, units, onChange, labelOf }: LineUnitFieldsProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="divide-y divide-line border-y border-line">
        {lines.map(({ line_number, product_name, left }) => (
          <div key={line_number} className="flex items-center justify-between gap-4 py-2">
            <label htmlFor={`${id}-${line_number}`} className="min-w-0 text-sm wrap-anywhere">
              {labelOf(product_name, left)}
            </label>
            <div className="w-20 shrink-0">
              <input
                id={`${id}-${line_number}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={left}
                step={1}
                required
                value={units[line_number] ?? ''}
                onChange={({ target }) => onChange({ ...units, [line_number]: target.value })}
                className={`${inputLook} text-end tabular-nums`}
              />
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** Returns the lines with a whole number of units. */
export function chosenUnits(lines: readonly OpenLine[], units: Units): LineUnits[] {
  return lines
    .map(({ line_number }) => ({ line_number, quantity: Math.trunc(Number(units[line_number] ?? 0)) }))
    .filter(({ quantity }) => quantity > 0)
}

/** Returns all units of each line, as fields show them. */
export function allUnits(lines: readonly OpenLine[]): Record<string, string> {
  return Object.fromEntries(lines.map(({ line_number, left }) => [line_number, String(left)]))
}
