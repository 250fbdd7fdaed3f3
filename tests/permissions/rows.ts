import type { call } from '../support/api.ts'
import type { Caller } from '../support/market-with-users.ts'

export type Method = Parameters<typeof call>[1]

/** A route, and the status that each caller gets. */
export interface Row {
  route: `${Method} /${string}`
  /** `{order}` is the buyer's own order, `{checkout}` the buyer's ended checkout. */
  path: string
  body?: unknown
  /** True when its refusals are also pages. */
  page?: boolean
  expected: Expected
}

/** `rival` and `seller` are a buyer and a seller who own nothing here; `owner` is the seller of the products. */
type Expected = Record<Caller, number>

export const open = (status = 200): Expected => ({
  visitor: status,
  buyer: status,
  rival: status,
  seller: status,
  owner: status,
  admin: status,
})
export const signedIn = (status = 200): Expected => ({ ...open(status), visitor: 401 })
export const buyersOnly = (buyer = 200, rival = buyer): Expected => ({ ...signedIn(403), buyer, rival })
export const sellersOnly = (seller = 200, owner = seller): Expected => ({ ...signedIn(403), seller, owner })
export const adminsOnly = (admin = 200): Expected => ({ ...signedIn(403), admin })

/** An id that nothing has. */
export const NONE = '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f'
/** Values of the parameters; most are unknown ids, as permissions must be checked before ids. */
const PARAMETERS: Record<string, string> = {
  order_id: '{order}',
  checkout_id: '{checkout}',
  product_id: 'PRD00001',
  number: '1',
  category: 'all',
  handle: 'seller',
  event_id: 'evt_none',
  review_id: 'REV99999',
  picture: 'logo',
  slug: 'terms',
}
const parameter = (name: string) => PARAMETERS[name] ?? (name.endsWith('_number') ? '999999' : NONE)

export const row = (route: Row['route'], expected: Expected, more: Partial<Row> = {}): Row => {
  const path = route.replace(/^\w+ /, '').replace(/:(\w+)/g, (_, name: string) => parameter(name))
  return { route, path, expected, ...more }
}
