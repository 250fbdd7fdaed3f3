/** The header that names where a list goes on. */
export function nextRows(address: string, limit: number): string {
  return `<${address}&limit=${limit}>; rel="next"`
}
