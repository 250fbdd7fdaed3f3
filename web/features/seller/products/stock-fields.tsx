import type { ReactNode } from 'react'
import { MAX_LOW_AT, MAX_ON_HAND, MAX_PER_ORDER } from '../../../../shared/stock/constants.ts'
import { stockFormMessages } from '../../../../shared/stock/seller-messages.ts'
import { Checkbox, NumberField } from '../../../ui/form/fields.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { FieldError } from '../../../ui/form/text-field.tsx'
import type { CheckedForm } from '../../../ui/form/use-checked-form.ts'
import type { ProductDraft } from './product-draft.ts'

interface StockFieldsProps {
  field: CheckedForm<ProductDraft>['field']
  form: CheckedForm<ProductDraft>['form']
  set: CheckedForm<ProductDraft>['form']['setValue']
  /** Units that running checkouts have reserved. */
  reserved: number
  history: ReactNode
}

const whole = { inputMode: 'numeric', step: 1 } as const

/** The section of the product form about its stock. */
export function StockFields({ field, form, set, reserved, history }: StockFieldsProps) {
  const counted = form.watch('counted')
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div className="grid gap-1.5">
        <RadioGroup
          legend={stockFormMessages.stock}
          name="track-stock"
          options={[
            { value: 'no', label: stockFormMessages.dontTrack, hint: stockFormMessages.dontTrackHint },
            { value: 'yes', label: stockFormMessages.track, hint: stockFormMessages.trackHint },
          ]}
          value={counted ? 'yes' : 'no'}
          onChange={(value) => {
            form.clearErrors('counted')
            set('counted', value === 'yes')
          }}
        />
        <FieldError text={form.formState.errors.counted?.message} />
      </div>
      {counted && (
        <>
          <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-3">
            <NumberField
              label={stockFormMessages.onHand}
              {...field('on_hand')}
              {...whole}
              min={0}
              max={MAX_ON_HAND}
              hint={reserved > 0 && stockFormMessages.reserved({ units: reserved })}
              required
            />
            <NumberField
              label={stockFormMessages.lowAt}
              {...field('low_at')}
              {...whole}
              min={0}
              max={MAX_LOW_AT}
              hint={stockFormMessages.lowAtHint}
              required
            />
            <NumberField
              label={stockFormMessages.maxPerOrder}
              {...field('max_per_order')}
              {...whole}
              min={1}
              max={MAX_PER_ORDER}
              hint={stockFormMessages.maxPerOrderHint}
            />
          </div>
          <Checkbox checked={form.watch('backorder')} onChange={(isOn) => set('backorder', isOn)}>
            {stockFormMessages.backorder}
          </Checkbox>
        </>
      )}
      {history}
    </div>
  )
}
