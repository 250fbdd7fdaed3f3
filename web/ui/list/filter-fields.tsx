import type { ReactNode } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { ButtonLink } from '../button.tsx'
import { NARROW_PX, useNarrowScreen } from '../use-narrow-screen.ts'
import { isNarrowed, type ListAddress, wholeList } from './list-address.ts'

/** Up to this width many filters would take several lines beside the side menu. */
const NARROW_FOR_MANY_PX = 1023

interface FilterFieldsProps {
  address: ListAddress
  /** Three or more. */
  areMany?: boolean
  children: ReactNode
}

/** The filters of a list and what clears them; on narrow screens behind "Filters" until one is in use. */
export function FilterFields({ address, areMany = false, children }: FilterFieldsProps) {
  const isNarrow = useNarrowScreen(areMany ? NARROW_FOR_MANY_PX : NARROW_PX)
  const fields = (
    <fieldset className="grid grid-cols-1 items-end gap-3 sm:flex sm:flex-wrap">
      <legend className="sr-only">{listMessages.filters}</legend>
      {children}
      {isNarrowed(address) && (
        <ButtonLink variant="secondary" to={wholeList(address)}>
          {listMessages.clearFilters}
        </ButtonLink>
      )}
    </fieldset>
  )
  if (!isNarrow) return fields
  return (
    <details open={isNarrowed(address)} className="w-full">
      <summary className="py-2 font-medium">{listMessages.filters}</summary>
      {fields}
    </details>
  )
}
