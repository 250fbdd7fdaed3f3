/** Returns the `Link` header to the rest of a list. */
export function nextRows(address: string, limit: number): string {
  return `<${address}&limit=${limit}>; rel="next"`
}
