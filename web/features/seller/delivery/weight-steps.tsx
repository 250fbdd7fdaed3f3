import { type ComponentProps, useRef, useState } from 'react'
import { MAX_WEIGHT_STEPS } from '../../../../shared/delivery/constants.ts'
import { sellerDeliveryMessages } from '../../../../shared/delivery/method-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { CheckedForm } from '../../../ui/form/use-checked-form.ts'
import { X } from '../../../ui/icons.tsx'
import { type MethodValues, STEPS } from './method-values.ts'

interface WeightStepsProps extends Pick<CheckedForm<MethodValues>, 'field' | 'form'> {
  set: (name: keyof MethodValues, value: string) => void
  /** Props of all fields of amounts. */
  amount: Partial<ComponentProps<typeof NumberField>>
}

/** Rows of a weight with its price; empty ones count for nothing. */
export function WeightSteps({ field, form, set, amount }: WeightStepsProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const [count, setCount] = useState(() => Math.max(1, filledRows(form.getValues())))
  const shown = Math.max(count, filledRows(form.watch()))

  function remove(row: number): void {
    for (const index of STEPS.slice(row)) {
      set(`up_to_${index}`, form.getValues(`up_to_${index + 1}`) ?? '')
      set(`step_${index}`, form.getValues(`step_${index + 1}`) ?? '')
    }
    setCount(shown - 1)
    fieldset.current?.querySelector('input')?.focus()
  }

  return (
    <fieldset ref={fieldset} className="grid min-w-0 gap-4">
      <legend className="mb-1.5 text-sm font-medium">{sellerDeliveryMessages.fields.steps}</legend>
      <p className="text-sm text-muted">{sellerDeliveryMessages.stepsHint}</p>
      {STEPS.slice(0, shown).map((index) => (
        <div key={index} className="grid grid-cols-[1fr_1fr_2.75rem] items-start gap-2 sm:gap-4">
          <TextField
            label={sellerDeliveryMessages.stepWeight({ number: index + 1 })}
            {...field(`up_to_${index}`)}
            // A number input would read the comma of 1,000 as a decimal point.
            inputMode="decimal"
            autoComplete="off"
          />
          <NumberField
            label={sellerDeliveryMessages.stepPrice({ number: index + 1 })}
            {...field(`step_${index}`)}
            {...amount}
          />
          {shown > 1 && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={sellerDeliveryMessages.removeStep({ number: index + 1 })}
              onClick={() => remove(index)}
              className="mt-6.5"
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
      ))}
      {shown < MAX_WEIGHT_STEPS && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={() => setCount(shown + 1)}>
          {sellerDeliveryMessages.addStep}
        </Button>
      )}
    </fieldset>
  )
}

/** Returns how many rows there are up to the last one that is not empty. */
function filledRows(values: MethodValues): number {
  return STEPS.findLastIndex((index) => values[`up_to_${index}`] || values[`step_${index}`]) + 1
}
