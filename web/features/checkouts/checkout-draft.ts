import { type ComponentProps, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { countryName } from '../../../shared/delivery/country-names.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../shared/payments/constants.ts'
import { type AppThunk, useAppDispatch } from '../../api/app-store.ts'
import { readDraft, writeDraft } from '../../session/form-drafts.ts'
import { useUnsavedForm } from '../../session/unsaved-forms.ts'
import type { DraftOffer } from '../../session/use-draft.tsx'
import { useFormChanges } from '../../session/use-drafted-form.ts'
import { readCountry } from '../cart/use-quote.ts'

/** The values of the checkout form, which exclude payment details. */
export interface CheckoutValues extends ShippingInfo {
  payment_method: PaymentMethod
}

const FORM = 'checkout'

/** The values of an untouched form. */
const EMPTY_CHECKOUT: CheckoutValues = {
  fullName: '',
  address: '',
  city: '',
  postalCode: '',
  country: '',
  payment_method: 'credit_card',
}

/** Returns the initial values of the form: this tab's draft with the suggested country. */
export function readFirstValues(): AppThunk<CheckoutValues> {
  return (dispatch) => withCountry(valuesOf(dispatch(readDraft(FORM))), dispatch(readSuggestedCountry()))
}

/** Returns the name of the country for which the cart says what delivery costs; empty where delivery is free. */
function readSuggestedCountry(): AppThunk<string> {
  return (dispatch, _getState, { site: { market } }) => {
    const code = market.delivery && (dispatch(readCountry()) ?? market.country)
    return code ? countryName(code) : ''
  }
}

const withCountry = (values: CheckoutValues, country: string) => ({ ...values, country: values.country || country })

/** Deletes the draft. */
export function discardCheckoutDraft(): AppThunk<void> {
  return writeDraft(FORM, undefined)
}

/**
 * Stores the input of the checkout until the order is placed, and warns before it is left, except while an order is being
 * placed. Returns the props of a `DraftOffer` for the draft of a closed tab.
 */
export function useCheckoutDraft(
  form: UseFormReturn<CheckoutValues>,
  isPlacing: () => boolean,
): ComponentProps<typeof DraftOffer> {
  const dispatch = useAppDispatch()
  const [suggested] = useState(() => dispatch(readSuggestedCountry()))
  function store(values: CheckoutValues): void {
    // A suggested country follows the cart's.
    const typed = values.country === suggested ? { ...values, country: '' } : values
    dispatch(writeDraft(FORM, isEmpty(typed) ? undefined : typed))
  }
  useFormChanges(form, store)
  useUnsavedForm({
    // Input is stored at once, and deleted when the order is placed.
    isDirty: () => !isPlacing() && dispatch(readDraft(FORM)) !== undefined,
    discard: () => dispatch(discardCheckoutDraft()),
  })

  function restore(stored: unknown): void {
    const values = withCountry(valuesOf(stored), suggested)
    form.reset(values)
    store(values)
  }
  return { name: FORM, onRestore: restore }
}

function isEmpty(values: CheckoutValues): boolean {
  return Object.entries(EMPTY_CHECKOUT).every(([name, value]) => (values[name as keyof CheckoutValues] ?? '') === value)
}

function valuesOf(stored: unknown): CheckoutValues {
  if (typeof stored !== 'object' || stored === null) return EMPTY_CHECKOUT
  const texts = Object.entries(stored).filter(([, value]) => typeof value === 'string')
  const { payment_method, ...address } = Object.fromEntries(texts)
  const method = PAYMENT_METHODS.find((one) => one === payment_method)
  return { ...EMPTY_CHECKOUT, ...address, ...(method && { payment_method: method }) }
}
