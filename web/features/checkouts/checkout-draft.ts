import type { ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../shared/payments/constants.ts'
import { type AppThunk, useAppDispatch } from '../../api/app-store.ts'
import type { DraftOffer } from '../../session/draft-offer.tsx'
import { readDraft, writeDraft } from '../../session/form-drafts.ts'
import { useUnsavedForm } from '../../session/unsaved-forms.ts'
import { useFormChanges } from '../../session/use-drafted-form.ts'

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

/** Returns the form's values with this tab's draft. */
export function readCheckoutDraft(): AppThunk<CheckoutValues> {
  return (dispatch) => valuesOf(dispatch(readDraft(FORM)))
}

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
  const store = (values: CheckoutValues) => dispatch(writeDraft(FORM, isEmpty(values) ? undefined : values))
  useFormChanges(form, store)
  useUnsavedForm({
    // Input is stored at once, and deleted when the order is placed.
    isDirty: () => !isPlacing() && dispatch(readDraft(FORM)) !== undefined,
    discard: () => dispatch(discardCheckoutDraft()),
  })

  function restore(stored: unknown): void {
    const values = valuesOf(stored)
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
