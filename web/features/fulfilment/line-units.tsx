import { useId } from 'react'
import type { LineUnits } from '../../../shared/fulfilment/schema.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { Button } from '../../ui/button.tsx'
import { useNumberInput } from '../../ui/form/number-input.ts'
import { FieldError, inputLook } from '../../ui/form/text-field.tsx'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'
import { type Problems, useProblemOf } from './action-dialog.tsx'

/** A line of which some units can be chosen. */
export interface OpenLine {
  line_number: number
  product_name: string
  featured_image: string
  left: number
}

type Units = Readonly<Record<string, string>>

interface LineUnitFieldsProps {
  /** The key of the common error; names of the fields begin with it. */
  name?: string
  legend: string
  lines: readonly OpenLine[]
  units: Units
  onChange: (units: Record<string, string>) => void
  labelOf: (line: { name: string; left: number }) => string
  withAll?: boolean
}

/** A number of units for each line. */
export function LineUnitFields({
  name = 'units',
  legend,
  lines,
  units,
  onChange,
  labelOf,
  withAll,
}: LineUnitFieldsProps) {
  const id = useId()
  const error = useProblemOf(name)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <UnitField
            key={line.line_number}
            name={fieldName(name, line)}
            label={labelOf({ name: line.product_name, left: line.left })}
            line={line}
            value={units[line.line_number] ?? ''}
            onChange={(text) => onChange({ ...units, [line.line_number]: text })}
            groupErrorId={error && id}
          />
        ))}
      </div>
      {withAll && (
        <Button size="row" variant="ghost" className="mt-1 -ms-2" onClick={() => onChange(allUnits(lines))}>
          {actionMessages.allUnits}
        </Button>
      )}
      <FieldError id={id} text={error} className="mt-1.5" />
    </fieldset>
  )
}

interface UnitFieldProps {
  name: string
  label: string
  line: OpenLine
  value: string
  onChange: (text: string) => void
  groupErrorId: string | undefined
}

function UnitField({ name, label, line, value, onChange, groupErrorId }: UnitFieldProps) {
  const id = useId()
  const error = useProblemOf(name)
  return (
    <div className="grid gap-1 py-2">
      <div className="flex items-center gap-3">
        <span className="w-11 shrink-0">
          <ProductPicture src={line.featured_image} alt="" sizes="44px" className="rounded-field" />
        </span>
        <label htmlFor={id} className="min-w-0 flex-1 text-sm wrap-anywhere">
          {label}
        </label>
        <input
          id={id}
          name={name}
          {...useNumberInput()}
          inputMode="numeric"
          min={0}
          max={line.left}
          step={1}
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
          aria-invalid={error || groupErrorId ? true : undefined}
          aria-describedby={error ? `${id}-error` : groupErrorId}
          className={`${inputLook} no-spinner max-w-16 text-center`}
        />
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

const fieldName = (name: string, { line_number }: OpenLine) => `${name}-${line_number}`

/** Returns the error of each line's units; `none` is the common error when no units are chosen. */
export function wrongUnits(lines: readonly OpenLine[], units: Units, none?: string, name = 'units'): Problems {
  const wrong = lines.filter(({ line_number, left }) => {
    const text = units[line_number] ?? ''
    return !/^\d{1,9}$/.test(text) || Number(text) > left
  })
  if (wrong.length)
    return Object.fromEntries(
      wrong.map((line) => [fieldName(name, line), actionMessages.wrongUnits({ left: line.left })]),
    )
  return { [name]: chosenUnits(lines, units).length ? undefined : none }
}

/** Returns the lines with a whole number of units. */
export function chosenUnits(lines: readonly OpenLine[], units: Units): LineUnits[] {
  return lines
    .map(({ line_number }) => ({ line_number, quantity: Math.trunc(Number(units[line_number] ?? 0)) }))
    .filter(({ quantity }) => quantity > 0)
}

/** Returns initial values of 0 for the fields. */
export function noUnits(lines: readonly OpenLine[]): Record<string, string> {
  return Object.fromEntries(lines.map(({ line_number }) => [line_number, '0']))
}

/** Returns initial values of all units for the fields. */
export function allUnits(lines: readonly OpenLine[]): Record<string, string> {
  return Object.fromEntries(lines.map(({ line_number, left }) => [line_number, String(left)]))
}
