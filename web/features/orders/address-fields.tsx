import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { MAX_SHIPPING_FIELD_LENGTH } from '../../../shared/orders/constants.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { CountryField } from '../../ui/form/country-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { CheckedForm } from '../../ui/form/use-checked-form.ts'

const FIELDS: readonly { name: keyof ShippingInfo; autoComplete: string; wide?: boolean }[] = [
  { name: 'fullName', autoComplete: 'shipping name', wide: true },
  { name: 'address', autoComplete: 'shipping address-line1', wide: true },
  { name: 'city', autoComplete: 'shipping address-level2' },
  { name: 'postalCode', autoComplete: 'shipping postal-code' },
  { name: 'country', autoComplete: 'shipping country-name', wide: true },
]

interface AddressFieldsProps {
  /** The `field` of a form that has at least the fields of an address. */
  field: (
    ...args: [keyof ShippingInfo, { setValueAs: (text: string) => string }]
  ) => ReturnType<CheckedForm<ShippingInfo>['field']>
}

/** The fields of a shipping address; none of them is required. */
export function AddressFields({ field }: AddressFieldsProps) {
  return (
    <div className="grid gap-4 text-start sm:grid-cols-2">
      {FIELDS.map(({ name, autoComplete, wide }) => {
        const Field = name === 'country' ? CountryField : TextField
        return (
          <Field
            key={name}
            id={name}
            label={checkoutMessages.shippingFields[name]}
            {...field(name, { setValueAs: plainLine })}
            autoComplete={autoComplete}
            maxLength={MAX_SHIPPING_FIELD_LENGTH}
            className={wide ? 'sm:col-span-2' : undefined}
          />
        )
      })}
    </div>
  )
}

/** Returns a pasted text without tabs and other control characters, which an address line cannot contain. */
function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}
