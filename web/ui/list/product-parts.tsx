import type { ReactNode } from 'react'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { stockMessages } from '../../../shared/stock/messages.ts'
import type { OwnStock } from '../../../shared/stock/schema.ts'
import { stockListMessages } from '../../../shared/stock/seller-messages.ts'
import { Chip } from '../chip.tsx'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { withUnits } from '../text.tsx'

const STATES = {
  low: ['warning', stockListMessages.low],
  out: ['danger', stockMessages.soldOut],
  backorder: ['info', stockMessages.onBackorder],
} as const

/** The number on hand of a product, in a list of its seller or of an admin; low and sold out are marked. */
export function StockMark({ on_hand, reserved, stock_state }: OwnStock) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 whitespace-nowrap">
      <span>{formatNumber(on_hand)}</span>
      {reserved > 0 && <span className="text-xs text-muted">{stockListMessages.reserved({ units: reserved })}</span>}
      {stock_state !== 'in' && <Chip tone={STATES[stock_state][0]}>{STATES[stock_state][1]}</Chip>}
    </span>
  )
}

interface RowNameProps {
  name: string
  /** Empty for a product without one. */
  picture: string
  /** Below the name. */
  children?: ReactNode
}

/** A product's small picture and its name, in the row of a table. */
export function RowName({ name, picture, children }: RowNameProps) {
  return (
    <span className="flex items-center gap-2 md:min-w-24 md:max-lg:min-w-42 xl:min-w-44 xl:gap-3">
      <span className="w-8 shrink-0">
        <ProductPicture src={picture} alt="" sizes="32px" className="rounded-field" />
      </span>
      <span className="grid min-w-0 justify-items-start">
        <span title={name} className="line-clamp-2 wrap-anywhere md:max-xl:line-clamp-3">
          {withUnits(name)}
        </span>
        {children}
      </span>
    </span>
  )
}
