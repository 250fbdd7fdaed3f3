import { createHash } from 'node:crypto'
import type { Role } from '../shared/accounts/constants.ts'
import type { ShippingInfo } from '../shared/orders/schema.ts'
import people from './people.json' with { type: 'json' }

/**
 * The password of all demo accounts while the marketplace is only reachable from this machine; printed at every start.
 */
export const DEMO_PASSWORD = 'open-the-stall'

/** Reserved for examples (RFC 2606), so that mail is never delivered. */
const DOMAIN = 'demo.openstall.example'

export interface DemoAccount {
  user_id: string
  role: Role
  email: string
  display_name: string
}

export type DemoSeller = DemoAccount & { page: (typeof people.sellers)[SellerKey]['page'] }
export type DemoBuyer = DemoAccount & { shipping_address: ShippingInfo }
export type SellerKey = keyof typeof people.sellers

/** Derives an id with the form of a random one, the same in every demo marketplace. */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function account(role: Role, name: string, display_name: string): DemoAccount {
  const email = `${name}@${DOMAIN}`
  return { user_id: idOf(email), role, email, display_name }
}

/** The sellers. The printed account sells phones, computers and games. */
export const demoSellers = Object.fromEntries(
  Object.entries(people.sellers).map(([key, { email, name, page }]) => [
    key,
    { ...account('seller', email, name), page },
  ]),
) as Record<SellerKey, DemoSeller>

export const demoBuyers: readonly DemoBuyer[] = people.buyers.map((shipping_address, index) => {
  const { fullName } = shipping_address
  const name = index === 0 ? 'buyer' : fullName.toLowerCase().replace(' ', '.')
  return { ...account('buyer', name, fullName), shipping_address }
})

/** The buyer whose account is printed. */
export const firstBuyer = demoBuyers[0] as DemoBuyer

const demoAdmin = account('admin', people.admin.email, people.admin.name)

export const allDemoAccounts: readonly DemoAccount[] = [demoAdmin, ...Object.values(demoSellers), ...demoBuyers]

/** One account per role, to print at the start. */
export const demoAccounts = [firstBuyer, demoSellers['harbor-tech'], demoAdmin].map(({ role, email }) => ({
  role,
  email,
  password: DEMO_PASSWORD,
}))
