import { MAX_SHIPPING_FIELD_LENGTH } from '../../../shared/orders/constants.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { TextField } from '../../ui/text-field.tsx'

const FIELDS: readonly { name: keyof ShippingInfo; label: string; autoComplete: string; wide?: boolean }[] = [
  { name: 'fullName', label: 'Full name', autoComplete: 'shipping name', wide: true },
  { name: 'address', label: 'Address', autoComplete: 'shipping address-line1', wide: true },
  { name: 'city', label: 'City', autoComplete: 'shipping address-level2' },
  { name: 'postalCode', label: 'Postal code', autoComplete: 'shipping postal-code' },
  { name: 'country', label: 'Country', autoComplete: 'shipping country-name', wide: true },
]

/** Where the order goes. Nothing is required; the fields keep their own values. */
export function ShippingFields() {
  return (
    <section className="rounded-2xl border border-line bg-surface p-5 sm:p-6">
      <h2 className="text-lg font-bold">Shipping address</h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        You may leave fields empty, but sellers can only deliver to an address they know.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, label, autoComplete, wide }) => (
          <TextField
            key={name}
            id={name}
            name={name}
            label={label}
            autoComplete={autoComplete}
            maxLength={MAX_SHIPPING_FIELD_LENGTH}
            className={wide ? 'sm:col-span-2' : undefined}
          />
        ))}
      </div>
    </section>
  )
}

/** Reads the shipping fields, and no others, from the form. */
export function readShipping(form: HTMLFormElement): ShippingInfo {
  const values = new FormData(form)
  const read = (name: keyof ShippingInfo) => plainLine(String(values.get(name) ?? ''))
  return {
    fullName: read('fullName'),
    address: read('address'),
    city: read('city'),
    postalCode: read('postalCode'),
    country: read('country'),
  }
}

/** What was pasted may hold tabs and other characters that an address line has no use for. */
function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
