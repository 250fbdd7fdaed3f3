import { CartPage } from '../features/cart/cart-page.tsx'
import { KeepLookingLater } from '../features/catalog/search/keep-looking-later.tsx'

/** The cart; an empty one leads on to the catalog. */
export function CartWithCatalog() {
  return <CartPage whenEmpty={<KeepLookingLater withSearch={false} />} />
}
