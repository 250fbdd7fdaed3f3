import { MAX_EXTENSIONS } from '../../shared/stock/constants.ts'

/** The state of a product without the reservations of open checkouts. */
export interface ModelProduct {
  visibility: 'visible' | 'hidden_with_seller' | 'deleted'
  /** Null while its stock is not tracked. */
  stock: { onHand: number; backorder: boolean; max: number | null } | null
}

interface ModelLine {
  product: ModelProduct
  quantity: number
  reserved: number
}

export interface ModelBuyer {
  cart: Map<ModelProduct, number>
  /** The buyer's latest checkout. */
  checkout: { state: 'open' | 'over' | 'placed'; lines: ModelLine[]; extensions: number } | null
}

/** A seller's change of a stock. */
export type StockChange =
  | { counted: false }
  | { counted: true; set?: number; change?: number; backorder?: boolean; max_per_order?: number | null }

/**
 * The rules of stock and checkouts, in memory. Each action returns the outcome of the response: a success or the code of a
 * refusal.
 */
export class StockModel {
  readonly products: ModelProduct[]
  readonly buyers: ModelBuyer[]
  constructor(products: number, buyers: number) {
    this.products = Array.from({ length: products }, () => ({ visibility: 'visible', stock: null }))
    this.buyers = Array.from({ length: buyers }, () => ({ cart: new Map(), checkout: null }))
  }

  /** Returns the number of units of a product reserved by running checkouts. */
  reservedOf(product: ModelProduct): number {
    return this.buyers
      .flatMap(({ checkout }) => (checkout?.state === 'open' ? checkout.lines : []))
      .reduce((sum, line) => sum + (line.product === product ? line.reserved : 0), 0)
  }

  write(product: ModelProduct, change: StockChange): string {
    if (product.visibility === 'deleted') return 'product_not_found'
    const { stock } = product
    const reserved = this.reservedOf(product)
    if (!change.counted) {
      if (reserved > 0) return 'stock_reserved'
      product.stock = null
      return 'ok'
    }
    const onHand = change.set ?? (stock?.onHand ?? 0) + (change.change ?? 0)
    const backorder = change.backorder ?? stock?.backorder ?? false
    if (!stock && onHand < 0) return 'invalid_request'
    if (stock && !backorder && onHand < reserved) {
      if (stock.backorder) return 'stock_owed'
      return reserved > 0 ? 'stock_reserved' : 'invalid_request'
    }
    product.stock = {
      onHand,
      backorder,
      max: change.max_per_order === undefined ? (stock?.max ?? null) : change.max_per_order,
    }
    return 'ok'
  }

  add({ cart }: ModelBuyer, product: ModelProduct, quantity: number): string {
    if (product.visibility !== 'visible') return 'product_not_found'
    const { stock } = product
    const wanted = (cart.get(product) ?? 0) + quantity
    if (stock && !stock.backorder && stock.onHand - this.reservedOf(product) <= 0) return 'sold_out'
    if (stock?.max != null && wanted > stock.max) return 'too_many'
    cart.set(product, wanted)
    return 'ok'
  }

  setQuantity({ cart }: ModelBuyer, product: ModelProduct, quantity: number): string {
    if (quantity > 0) {
      if (product.visibility !== 'visible') return 'product_not_found'
      const limit = product.stock?.max ?? null
      if (limit !== null && quantity > limit && quantity > (cart.get(product) ?? 0)) return 'too_many'
      cart.set(product, quantity)
    } else cart.delete(product)
    return 'ok'
  }

  begin(buyer: ModelBuyer): string {
    const { cart, checkout } = buyer
    if (checkout?.state === 'open' && isOfCart(checkout.lines, cart)) {
      checkout.extensions = Math.min(checkout.extensions + 1, MAX_EXTENSIONS)
      return 'continued'
    }
    const refusal = this.#refusalOfCart(buyer)
    if (refusal) return refusal
    this.giveUp(buyer)
    const lines = [...cart].map(([product, quantity]) => ({
      product,
      quantity,
      reserved: this.#reservable(product, quantity),
    }))
    buyer.checkout = { state: 'open', lines, extensions: 0 }
    return 'begun'
  }

  #reservable(product: ModelProduct, quantity: number): number {
    const { stock } = product
    if (!stock) return 0
    const available = Math.max(stock.onHand - this.reservedOf(product), 0)
    return stock.backorder ? Math.min(quantity, available) : quantity
  }

  /** Places an order without a checkout. */
  order(buyer: ModelBuyer): string {
    const refusal = this.#refusalOfCart(buyer)
    // The buyer's own checkout is cancelled before the stock is checked.
    if (refusal === null || refusal === 'insufficient_stock' || refusal === 'too_many') this.giveUp(buyer)
    if (refusal) return refusal
    for (const [{ stock }, quantity] of buyer.cart) if (stock) stock.onHand -= quantity
    buyer.cart.clear()
    return 'placed'
  }

  #refusalOfCart({ cart, checkout }: ModelBuyer): string | null {
    if (cart.size === 0) return 'cart_empty'
    if ([...cart.keys()].some(({ visibility }) => visibility !== 'visible')) return 'product_gone'
    const own = checkout?.state === 'open' ? checkout.lines : []
    const reserved = new Map(own.map((line) => [line.product, line.reserved]))
    return this.#refusalOf([...cart].map(([product, quantity]) => [product, quantity, reserved.get(product) ?? 0, 0]))
  }

  /** Each line has the units that the buyer has reserved, and those of them that the order takes. */
  #refusalOf(lines: [product: ModelProduct, quantity: number, own: number, taken: number][]): string | null {
    const isLimited = lines.some(
      ([{ stock }, quantity, , taken]) => taken === 0 && stock?.max != null && quantity > stock.max,
    )
    if (isLimited) return 'too_many'
    const isShort = lines.some(([product, quantity, own]) => {
      const { stock } = product
      return stock && !stock.backorder && stock.onHand - this.reservedOf(product) + own < quantity
    })
    return isShort ? 'insufficient_stock' : null
  }

  place(buyer: ModelBuyer): string {
    const { checkout, cart } = buyer
    if (!checkout) return 'checkout_not_found'
    if (checkout.state !== 'open') return checkout.state === 'placed' ? 'placed' : 'checkout_expired'
    if (checkout.lines.some(({ product }) => product.visibility === 'deleted')) return 'product_gone'
    const refusal = this.#refusalOf(
      checkout.lines.map(({ product, quantity, reserved }) => [product, quantity, reserved, reserved]),
    )
    if (refusal) return refusal
    for (const { product, quantity } of checkout.lines) {
      if (product.stock) product.stock.onHand -= quantity
      const rest = (cart.get(product) ?? 0) - quantity
      if (rest > 0) cart.set(product, rest)
      else cart.delete(product)
    }
    checkout.state = 'placed'
    return 'placed'
  }

  /** Ends the running checkout, even if it has expired. */
  giveUp({ checkout }: ModelBuyer): void {
    if (checkout?.state === 'open') checkout.state = 'over'
  }
}

function isOfCart(lines: readonly ModelLine[], cart: ReadonlyMap<ModelProduct, number>): boolean {
  return lines.length === cart.size && lines.every(({ product, quantity }) => cart.get(product) === quantity)
}
