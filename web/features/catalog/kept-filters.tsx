import type { SearchAddress } from './search-address.ts'

/** What of a search stays when the browser itself sends the form, without JavaScript. */
export function KeptFilters({ kept }: { kept: SearchAddress }) {
  return Object.entries(kept).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
}
