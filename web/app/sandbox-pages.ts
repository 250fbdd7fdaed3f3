import type { RouteObject } from 'react-router'

/** Pages of the optional sandbox folder. */
export const [sandbox = { shop: [], admin: [] }] = Object.values(
  import.meta.glob<Record<'shop' | 'admin', RouteObject[]>>('../../sandbox/web/pages.ts', { eager: true }),
)
