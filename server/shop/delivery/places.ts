import type { DeliveryPlace } from '../../../shared/delivery/offers.ts'
import { byLocale } from '../../../shared/kernel/language.ts'
import { countryOf } from './countries.ts'

/** Returns the place of an address, whose country is typed freely. */
export function placeOf({ country, postalCode }: { country: string; postalCode: string }): DeliveryPlace {
  return { country: countryOf(country), postalCode }
}

const names = byLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }))

/** Returns the name of an ISO 3166 code in the current language. */
export const countryName = (code: string): string => names().of(code) ?? code
