import type { LineUnits } from '../../../shared/fulfilment/schema.ts'
import { TextField } from '../../ui/text-field.tsx'

/** A line of which some units can be chosen. */
export interface OpenLine {
  line_number: number
  product_name: string
  /** Highest number of units. */
  left: number
}

interface LineUnitFieldsProps {
  legend: string
  lines: readonly OpenLine[]
  /** The units of each line, as typed. */
  units: Readonly<Record<number, string>>
  onChange: (units: Record<number, string>) => void
  labelOf: (name: string, left: number) => string
}

/** A number of units for each line. */
export function LineUnitFields({ legend, lines, units, onChange, labelOf }: LineUnitFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {lines.map(({ line_number, product_name, left }) => (
        <TextField
          key={line_number}
          label={labelOf(product_name, left)}
          type="number"
          inputMode="numeric"
          min={0}
          max={left}
          step={1}
          required
          value={units[line_number] ?? ''}
          onChange={({ target }) => onChange({ ...units, [line_number]: target.value })}
        />
      ))}
    </fieldset>
  )
}

/** Returns the lines with a whole number of units. */
export function chosenUnits(lines: readonly OpenLine[], units: Readonly<Record<number, string>>): LineUnits[] {
  return lines
    .map(({ line_number }) => ({ line_number, quantity: Math.trunc(Number(units[line_number] ?? 0)) }))
    .filter(({ quantity }) => quantity > 0)
}

/** Returns all units of each line, as fields show them. */
export function allUnits(lines: readonly OpenLine[]): Record<number, string> {
  return Object.fromEntries(lines.map(({ line_number, left }) => [line_number, String(left)]))
}
