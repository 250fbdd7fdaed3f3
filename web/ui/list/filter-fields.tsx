import type { ReactNode } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { ButtonLink } from '../button.tsx'
import { NARROW_PX, useNarrowScreen } from '../hooks.ts'
import { passFocusOn } from '../page.tsx'
import { isNarrowed, type ListAddress, wholeList } from './list-address.ts'

/** Up to this width many filters would take several lines beside the side menu. */
const NARROW_FOR_MANY_PX = 1023

interface FilterFieldsProps {
  address: ListAddress
  /** Filters that are not among the fields. */
  besides?: readonly string[]
  /** Three or more. */
  areMany?: boolean
  children: ReactNode
}

/** The filters of a list and what clears them; on narrow screens behind "Filters" until one of them is in use. */
export function FilterFields({ address, besides = [], areMany = false, children }: FilterFieldsProps) {
  const isNarrow = useNarrowScreen(areMany ? NARROW_FOR_MANY_PX : NARROW_PX)
  const fields = (
    <fieldset className="grid grid-cols-1 items-end gap-3 sm:flex sm:flex-wrap">
      <legend className="sr-only">{listMessages.filters}</legend>
      {children}
      <ClearFilters address={address} />
    </fieldset>
  )
  if (!isNarrow) return fields
  const inUse = Object.keys(address.filters).some((name) => !besides.includes(name))
  return (
    <details open={inUse} className="w-full">
      <summary className="py-2 font-medium">{listMessages.filters}</summary>
      {fields}
    </details>
  )
}

/** The link to the whole list, where the list shows only part of it. */
export function ClearFilters({ address }: { address: ListAddress }) {
  if (!isNarrowed(address)) return null
  return (
    <span ref={passFocusOn} className="grid">
      <ButtonLink variant="secondary" to={wholeList(address)}>
        {listMessages.clearFilters}
      </ButtonLink>
    </span>
  )
}
