import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { MAX_SHIPPING_FIELD_LENGTH, type PaymentMethod } from '../../../shared/orders/constants.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import type { CheckedForm } from '../../ui/form/use-checked-form.ts'
import { TextField } from '../../ui/text-field.tsx'

const FIELDS: readonly { name: keyof ShippingInfo; autoComplete: string; wide?: boolean }[] = [
  { name: 'fullName', autoComplete: 'shipping name', wide: true },
  { name: 'address', autoComplete: 'shipping address-line1', wide: true },
  { name: 'city', autoComplete: 'shipping address-level2' },
  { name: 'postalCode', autoComplete: 'shipping postal-code' },
  { name: 'country', autoComplete: 'shipping country-name', wide: true },
]

interface ShippingFieldsProps {
  field: CheckedForm<ShippingInfo & { payment_method: PaymentMethod }>['field']
}

/** The shipping address; no field of it is required. */
export function ShippingFields({ field }: ShippingFieldsProps) {
  return (
    <section className="rounded-2xl border border-line bg-surface p-5 sm:p-6">
      <h2 className="text-lg font-bold">{checkoutMessages.shippingAddress}</h2>
      <p className="mt-1 mb-4 text-sm text-muted">{checkoutMessages.shippingHint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, autoComplete, wide }) => (
          <TextField
            key={name}
            id={name}
            label={checkoutMessages.shippingFields[name]}
            {...field(name, { setValueAs: plainLine })}
            autoComplete={autoComplete}
            maxLength={MAX_SHIPPING_FIELD_LENGTH}
            className={wide ? 'sm:col-span-2' : undefined}
          />
        ))}
      </div>
    </section>
  )
}

/** Returns a pasted text without tabs and other control characters, which an address line cannot contain. */
function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
