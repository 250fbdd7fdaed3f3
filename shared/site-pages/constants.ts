/** The pages with an address of their own, in the order of a new marketplace's footer. */
export const FIXED_PAGES: readonly string[] = ['about', 'contact', 'terms', 'privacy', 'imprint']

/** Returns the address of a page, or of one of its versions. */
export function sitePagePath(slug: string, version?: number): string {
  const path = FIXED_PAGES.includes(slug) ? `/${slug}` : `/page/${slug}`
  return version === undefined ? path : `${path}/${version}`
}
