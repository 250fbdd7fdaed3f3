import { MAX_WEIGHT_STEPS, type MethodKind, type PriceBy } from '../../../../shared/delivery/constants.ts'
import type { MethodForm, SellerMethod } from '../../../../shared/delivery/schema.ts'
import { readKilograms, typedKilograms } from '../../../../shared/delivery/weight.ts'
import { readAmount } from '../../../../shared/kernel/money.ts'

type StepValues = Record<`${'up_to' | 'step'}_${number}`, string>

/** The texts of the form; `typed_country` is that of a country that is not chosen yet. */
export type MethodValues = Record<
  | ('name' | 'kind' | 'destinations' | 'price_by' | 'price' | 'more_price')
  | ('typed_country' | 'free_from' | 'days_from' | 'days_to' | 'pickup_address' | 'active'),
  string
> &
  StepValues

export const STEPS = Array.from({ length: MAX_WEIGHT_STEPS }, (_, index) => index)

const dollars = (amount: number | null) => amount?.toFixed(2) ?? ''

/** Returns the texts of a method, with all rows of weights. */
export function valuesOf(method: Omit<SellerMethod, 'method_id' | 'revision'>): MethodValues {
  const steps = STEPS.flatMap((index) => {
    const step = method.weight_steps[index]
    return [
      [`up_to_${index}`, step ? typedKilograms(step.up_to) : ''],
      [`step_${index}`, step ? dollars(step.price) : ''],
    ]
  })
  return {
    name: method.name,
    kind: method.kind,
    destinations: method.destinations.join(),
    typed_country: '',
    price_by: method.price_by,
    price: dollars(method.price),
    more_price: dollars(method.more_price),
    free_from: dollars(method.free_from),
    days_from: String(method.days_from),
    days_to: String(method.days_to),
    pickup_address: method.pickup_address,
    active: String(method.active),
    ...(Object.fromEntries(steps) as StepValues),
  }
}

export const isFilled = (values: MethodValues, index: number) =>
  `${values[`up_to_${index}`]}${values[`step_${index}`]}`.trim() !== ''

/** Returns the destinations in their text. */
export const destinationsIn = (text: string) => text.split(',').filter(Boolean)

const amountIn = (text = '') => readAmount(text) ?? Number.NaN
const daysIn = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)

/** Returns the method of these texts, with NaN for what is not a number; what its kinds do not use is left empty. */
export function methodOf(values: MethodValues): MethodForm {
  const { name, destinations, free_from, days_from, days_to, active } = values
  const [kind, price_by] = [values.kind as MethodKind, values.price_by as PriceBy]
  return {
    name,
    kind,
    destinations: destinationsIn(destinations),
    price_by,
    price: price_by === 'weight' ? 0 : amountIn(values.price),
    more_price: price_by === 'item' ? amountIn(values.more_price) : 0,
    weight_steps:
      price_by === 'weight'
        ? STEPS.filter((index) => isFilled(values, index)).map((index) => ({
            up_to: readKilograms(values[`up_to_${index}`] ?? '') ?? Number.NaN,
            price: amountIn(values[`step_${index}`]),
          }))
        : [],
    free_from: free_from.trim() === '' ? null : amountIn(free_from),
    days_from: daysIn(days_from),
    days_to: daysIn(days_to),
    pickup_address: kind === 'pickup' ? values.pickup_address : '',
    active: active === 'true',
  }
}
