/** The views of a seller's products that are low or sold out: both, or one of them. */
export const SCARCE_VIEWS = ['all', 'low', 'out'] as const
export type ScarceView = (typeof SCARCE_VIEWS)[number]

const PARAMETER = 'stock'

/** Returns the address of a view. */
export function scarcePath(view: ScarceView): string {
  return `/seller/products?${PARAMETER}=${view}`
}

/** Returns the view that an address names; undefined when it is that of all products. */
export function readScarceView(search: URLSearchParams): ScarceView | undefined {
  return SCARCE_VIEWS.find((view) => view === search.get(PARAMETER))
}
