import { countryName } from '../../../shared/delivery/country-names.ts'
import { type DeliveryPlace, type FrozenDestination, isInDestination } from '../../../shared/delivery/offers.ts'
import { countryOf } from './countries.ts'

/** Returns the place of an address, whose country is typed freely. */
export function placeOf({ country, postalCode }: { country: string; postalCode: string }): DeliveryPlace {
  return { country: countryOf(country), postalCode }
}

/** Returns the destination that the delivery of an order was paid to, for a message, if an address is not in it. */
export function missedDestination(
  delivery: FrozenDestination,
  address: { country: string; postalCode: string },
): { country: string; prefix: string } | undefined {
  if (isInDestination(delivery, placeOf(address))) return undefined
  const { country, destinations } = delivery
  const prefixes = destinations.flatMap((one) => (one.startsWith(`${country}:`) ? [one.slice(3)] : []))
  return { country: country === null ? '' : countryName(country), prefix: prefixes.join(', ') }
}
