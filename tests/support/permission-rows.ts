import type { Caller } from './market-with-users.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A route, and what each caller gets. */
export interface Row {
  route: `${Method} /${string}`
  /** The address, when the route has parameters; `{order}` is the buyer's own order, `{checkout}` the buyer's ended checkout. */
  path?: string
  body?: unknown
  /** True when its refusals are pages, too. */
  page?: boolean
  /**
   * The status each caller gets. `rival` is a buyer and `seller` a seller to whom nothing here belongs; `owner`, the
   * seller of the products, gets what `seller` gets unless it is given.
   */
  expected: Record<Exclude<Caller, 'owner'>, number> & { owner?: number }
}

export const open = (status = 200): Row['expected'] => ({
  visitor: status,
  buyer: status,
  rival: status,
  seller: status,
  admin: status,
})
export const buyersOnly = (buyer: number, rival = buyer): Row['expected'] => ({
  visitor: 401,
  buyer,
  rival,
  seller: 403,
  admin: 403,
})
export const sellersOnly = (seller: number, owner = seller): Row['expected'] => ({
  visitor: 401,
  buyer: 403,
  rival: 403,
  seller,
  owner,
  admin: 403,
})
export const adminsOnly = (admin: number): Row['expected'] => ({
  visitor: 401,
  buyer: 403,
  rival: 403,
  seller: 403,
  admin,
})

export const signedIn = (status: number): Row['expected'] => ({ ...open(status), visitor: 401 })
