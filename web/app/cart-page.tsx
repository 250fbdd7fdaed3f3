import { CartPage } from '../features/cart/cart-page.tsx'
import { KeepLookingLater } from '../features/catalog/search/keep-looking-later.tsx'

/** The cart page, with links to the catalog when the cart is empty. */
export function CartWithCatalog() {
  return <CartPage whenEmpty={<KeepLookingLater />} />
}
