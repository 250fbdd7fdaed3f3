/** Returns the address of a seller's page. */
export function sellerPath(handle: string): string {
  return `/shop/${encodeURIComponent(handle)}`
}
