import { PAYMENT_METHODS, type PaymentMethod } from '../../../shared/orders/constants.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { readDraft, writeDraft } from '../../session/form-drafts.ts'

/** The values of the checkout form, which exclude payment details. */
export interface CheckoutValues extends ShippingInfo {
  payment_method: PaymentMethod
}

const FORM = 'checkout'

/** Returns the valid values that the user typed into the checkout earlier in this tab. */
export function readCheckoutDraft(): AppThunk<Partial<CheckoutValues>> {
  return (dispatch) => {
    const stored = dispatch(readDraft(FORM))
    if (typeof stored !== 'object' || stored === null) return {}
    const texts = Object.entries(stored).filter(([, value]) => typeof value === 'string')
    const { payment_method, ...address } = Object.fromEntries(texts)
    const method = PAYMENT_METHODS.find((one) => one === payment_method)
    return { ...address, ...(method && { payment_method: method }) }
  }
}

/** Keeps the values of the checkout form; undefined deletes them. */
export function keepCheckoutDraft(values: CheckoutValues | undefined): AppThunk<void> {
  return writeDraft(FORM, values)
}
