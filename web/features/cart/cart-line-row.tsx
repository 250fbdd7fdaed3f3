import { useEffect, useRef } from 'react'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import { scarceText } from '../../../shared/stock/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote, type FailureNoteProps } from '../../ui/failure-note.tsx'
import { QuantityControl } from '../../ui/form/quantity-control.tsx'
import { PackageX, Trash2 } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'
import { Price, withUnits } from '../../ui/text.tsx'
import type { CartLine } from './use-cart-lines.ts'

interface CartLineRowProps {
  line: CartLine
  failure: Pick<FailureNoteProps, 'text' | 'onRetry'>
  /** True after an undo: the line takes the focus from the undo button. */
  takesFocus: boolean
  /** Sets the quantity; 0 removes the line and the focused button. */
  onChange: (quantity: number) => void
  /** Called when the user exceeds the highest quantity of a line. */
  onLimit: () => void
}

/** One line of the cart: picture, name, price, quantity and a Remove button. */
export function CartLineRow({ line, failure, takesFocus, onChange, onLimit }: CartLineRowProps) {
  const { name, product, quantity, total } = line
  const scarce = product && scarceText(product)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Only if the focus has not moved on from the heading.
    if (takesFocus && document.activeElement?.matches('h1, body')) row.current?.querySelector('a')?.focus()
  }, [takesFocus])

  return (
    // Lines out of view are not laid out.
    <li
      ref={row}
      className="grid [contain-intrinsic-size:auto_9rem] sm:[contain-intrinsic-size:auto_7rem] [content-visibility:auto] grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 py-4 sm:grid-cols-[7rem_minmax(0,1fr)] sm:grid-rows-[1fr_auto] sm:gap-x-5 sm:py-5"
    >
      <div className="self-start overflow-hidden rounded-picture bg-tile sm:row-span-2">
        {product ? (
          <ProductPicture src={product.featured_image} alt="" sizes="112px" />
        ) : (
          <span className="grid aspect-square place-items-center bg-tint text-muted">
            <PackageX aria-hidden className="size-8" />
          </span>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <h3 className="line-clamp-2 font-sans text-base font-medium wrap-anywhere" title={name}>
          {product ? (
            <Link to={`/product/${line.product_id}`} className="hover:underline">
              {withUnits(name)}
            </Link>
          ) : (
            withUnits(name)
          )}
        </h3>
        {product ? (
          <Price amount={product.product_price} className="justify-self-start text-muted" />
        ) : (
          <p className="text-danger">{cartPageMessages.unavailable}</p>
        )}
        {scarce && <p className="text-sm font-medium text-danger">{scarce}</p>}
      </div>
      <div className="col-span-full flex flex-wrap items-center gap-x-1 gap-y-2 sm:col-start-2 sm:gap-x-4">
        {product && (
          <QuantityControl
            label={cartPageMessages.quantityOf({ name })}
            value={quantity}
            onChange={onChange}
            onBelowMin={() => onChange(0)}
            onAboveMax={onLimit}
          />
        )}
        <Button
          variant="ghost"
          size="small"
          className="max-sm:px-1.5 max-[22rem]:[&_svg]:hidden"
          aria-label={cartPageMessages.removeProduct({ name })}
          onClick={() => onChange(0)}
        >
          <Trash2 aria-hidden className="size-4" /> {cartPageMessages.remove}
        </Button>
        {product && <Price amount={total} className="ms-auto font-semibold sm:text-lg" />}
      </div>
      <FailureNote {...failure} className="col-span-full sm:col-start-2" />
    </li>
  )
}
