import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { countryName } from '../../../shared/delivery/country-names.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { addressLines, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { useSite } from '../../api/site.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import type { CheckedForm } from '../../ui/form/use-checked-form.ts'
import { History } from '../../ui/icons.tsx'
import { AddressFields } from '../orders/address-fields.tsx'
import { ordersApi } from '../orders/orders-api.ts'
import type { CheckoutValues } from './checkout-draft.ts'
import { CheckoutStep } from './checkout-step.tsx'

const ADDRESS_FIELDS = ['fullName', 'address', 'city', 'postalCode', 'country'] as const

interface ShippingSectionProps {
  /** False for an order that is collected, or needs no delivery; input stays. */
  needed: boolean
  folded: boolean
  setFolded: (folded: boolean) => void
  field: CheckedForm<CheckoutValues>['field']
  form: UseFormReturn<CheckoutValues>
}

/** The shipping address; while empty, it offers that of the buyer's last order. */
export function ShippingSection({ needed, field, form, ...fold }: ShippingSectionProps) {
  useCountry(form)
  return (
    <div hidden={!needed}>
      <CheckoutStep
        {...fold}
        // A visible step has the number, and ids made of it.
        number={needed ? 1 : 0}
        title={checkoutMessages.shippingAddress}
        summary={<EnteredAddress form={form} />}
        check={() => form.trigger([...ADDRESS_FIELDS], { shouldFocus: true })}
      >
        <p className="mt-1 mb-4 text-sm text-muted">{checkoutMessages.shippingHint}</p>
        <LastAddress form={form} />
        <AddressFields field={field} />
      </CheckoutStep>
    </div>
  )
}

/** Fills in the marketplace's country once the buyer has begun an address: an order may have none. */
function useCountry(form: UseFormReturn<CheckoutValues>): void {
  const { country } = useSite().market
  const isEmpty = useAddressEmpty(form)
  useEffect(() => {
    if (!country || isEmpty || form.getValues('country')) return
    form.setValue('country', countryName(country))
  }, [country, isEmpty, form])
}

/** Returns true when the address has an error. */
export function isAddressWrong({ getFieldState, formState }: UseFormReturn<CheckoutValues>): boolean {
  return ADDRESS_FIELDS.some((name) => getFieldState(name, formState).error)
}

function EnteredAddress({ form: { control } }: Pick<ShippingSectionProps, 'form'>) {
  const compute = (values: CheckoutValues) => addressLines(readShippingAddress(values) ?? values).join(', ')
  return useWatch({ control, compute }) || checkoutMessages.noAddress
}

function LastAddress({ form }: Pick<ShippingSectionProps, 'form'>) {
  const last = useLastAddress()
  const isEmpty = useAddressEmpty(form)
  if (!last || !isEmpty) return null

  function fillIn(address: ShippingInfo) {
    for (const [name, text] of Object.entries(address)) form.setValue(name as keyof ShippingInfo, text)
    // The pressed button is gone.
    form.setFocus('fullName')
  }

  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-tint px-4 py-3 max-sm:px-2">
      <p id="last-address" className="min-w-0 flex-1 basis-48 text-sm text-muted wrap-anywhere max-sm:px-2">
        {addressLines(last).join(', ')}
      </p>
      <Button
        variant="secondary"
        size="small"
        aria-describedby="last-address"
        className="max-sm:w-full max-sm:px-1"
        onClick={() => fillIn(last)}
      >
        <History aria-hidden className="size-4 shrink-0 max-sm:hidden" /> {checkoutMessages.useLastAddress}
      </Button>
    </div>
  )
}

function useLastAddress(): ShippingInfo | null {
  const { isLoggedIn } = useSession()
  const { currentData } = ordersApi.useGetLastAddressQuery(undefined, { skip: !isLoggedIn })
  return currentData?.shipping_address ?? null
}

/** A note for an order without an address. */
export function NoAddressNote({ form }: Pick<ShippingSectionProps, 'form'>) {
  if (!useAddressEmpty(form)) return null
  return <p className="text-sm text-muted text-balance lg:text-center">{checkoutMessages.noAddressYet}</p>
}

/** Returns true for an address without anything, or with the suggested country alone. */
function useAddressEmpty({ control, formState: { defaultValues } }: UseFormReturn<CheckoutValues>): boolean {
  return useWatch({
    control,
    compute: ({ country, ...values }: CheckoutValues) =>
      isEmpty({ ...values, country: country === defaultValues?.country ? '' : country }),
  })
}

function isEmpty(values: CheckoutValues): boolean {
  const address = readShippingAddress(values)
  return address === null || addressLines(address).length === 0
}
