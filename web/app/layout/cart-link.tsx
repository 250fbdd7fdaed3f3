import { appMessages } from '../../../shared/app/messages.ts'
import { useCartCount } from '../../features/cart/use-cart.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ShoppingCart } from '../../ui/icons.tsx'

/** A link to the cart, with the number of units in it. */
export function CartLink() {
  const count = useCartCount() ?? 0
  const shown = count > 0
  return (
    <ButtonLink
      to="/cart"
      variant="ghost"
      size="icon"
      aria-label={shown ? appMessages.cartWithItems(count) : appMessages.cart}
      className="relative"
    >
      <ShoppingCart aria-hidden className="size-5.5" />
      {shown && (
        <span className="absolute -top-0.5 -end-1 grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs font-bold text-on-brand tabular-nums">
          {count}
        </span>
      )}
    </ButtonLink>
  )
}
