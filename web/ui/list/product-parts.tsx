import type { ReactNode } from 'react'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { stockMessages } from '../../../shared/stock/messages.ts'
import type { OwnStock } from '../../../shared/stock/schema.ts'
import { stockListMessages } from '../../../shared/stock/seller-messages.ts'
import { classNames } from '../class-names.ts'
import { ProductPicture } from '../pictures/product-picture.tsx'

const TONES = {
  in: '',
  low: 'bg-danger-tint text-danger',
  out: 'bg-danger text-surface',
  backorder: 'bg-info-tint text-info',
}

const STATES = { low: stockListMessages.low, out: stockMessages.soldOut, backorder: stockMessages.onBackorder }

/** The number on hand of a product, in a list of its seller or of an admin; low and sold out are marked, and a dash means without limit. */
export function StockMark({ stock }: { stock: OwnStock | undefined }) {
  if (!stock) return <span className="text-muted">–</span>
  const { on_hand, reserved, stock_state } = stock
  return (
    <span className="inline-flex items-center gap-x-2 gap-y-0.5 max-md:flex-wrap">
      <span>{formatNumber(on_hand)}</span>
      {reserved > 0 && <span className="text-xs text-muted">{stockListMessages.reserved({ units: reserved })}</span>}
      {stock_state !== 'in' && (
        <span
          className={classNames(
            'rounded-full px-2 text-xs leading-5 font-medium whitespace-nowrap',
            TONES[stock_state],
          )}
        >
          {STATES[stock_state]}
        </span>
      )}
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

/** A product's small picture and its name on one line, in the row of a table. */
export function RowName({ name, picture, children }: RowNameProps) {
  return (
    <span className="flex items-center gap-3 md:min-w-44">
      <span className="w-8 shrink-0">
        <ProductPicture src={picture} alt="" sizes="32px" className="rounded-[0.375rem]" />
      </span>
      <span className="grid min-w-0 justify-items-start">
        <span title={name} className="line-clamp-2 wrap-anywhere xl:line-clamp-1">
          {name}
        </span>
        {children}
      </span>
    </span>
  )
}
