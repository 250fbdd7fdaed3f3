import type { SearchAddress } from '../search-address.ts'

/** The filters that stay when the browser itself submits the form, without JavaScript. */
export function HiddenFilters({ filters }: { filters: SearchAddress }) {
  return Object.entries(filters).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
}
