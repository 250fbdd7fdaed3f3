/** The rights of staff. A check constraint of `users` lists the same words. */
export const ADMIN_RIGHTS = [
  'products',
  'orders',
  'payments',
  'sellers',
  'reviews',
  'search',
  'content',
  'figures',
  'settings',
] as const
export type AdminRight = (typeof ADMIN_RIGHTS)[number]

/** The rights of an admin; null for an owner, who has all. */
export type Rights = readonly AdminRight[] | null

/** The requirement of a route or page: a right, or that the admin is an owner. */
export type RequiredRight = AdminRight | 'owner'

/** Returns stored rights; words that are none are left out. */
export function readRights(stored: readonly string[] | null): Rights {
  return stored && ADMIN_RIGHTS.filter((right) => stored.includes(right))
}

export function hasRight(rights: Rights, required: RequiredRight): boolean {
  return rights === null || (required !== 'owner' && rights.includes(required))
}
