import type { OrderState } from './constants.ts'
import type { ShippingInfo } from './schema.ts'

const SHIPPING_FIELDS = [
  'fullName',
  'address',
  'city',
  'postalCode',
  'country',
] as const satisfies (keyof ShippingInfo)[]

/** Reads a stored shipping address, an object or its JSON text. Answers null when it is neither. */
export function readShippingAddress(stored: unknown): ShippingInfo | null {
  const address = typeof stored === 'string' ? parse(stored) : stored
  if (typeof address !== 'object' || address === null || Array.isArray(address)) return null
  const fields = new Map<string, unknown>(Object.entries(address))
  const read = (field: string) => {
    const value = fields.get(field)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(SHIPPING_FIELDS.map((field) => [field, read(field)])) as ShippingInfo
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The lines of an address as they stand on a parcel; empty when nothing was given. */
export function addressLines({ fullName, address, city, postalCode, country }: ShippingInfo): string[] {
  const place = [city, postalCode].filter(Boolean).join(' ')
  return [fullName, address, place, country].filter(Boolean)
}

/** How an order state is shown: `pending` as `Pending`. */
export function stateLabel(state: OrderState): string {
  return state.charAt(0).toUpperCase() + state.slice(1)
}
