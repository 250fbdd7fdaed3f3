import type { Cart, CartResponse } from '../../shared/cart/schema.ts'
import type { Product, ProductCard, ProductList } from '../../shared/catalog/schema.ts'
import type { Quote, QuotedMethod, QuotedSeller } from '../../shared/delivery/schema.ts'
import type { BuyerSellerOrder, TrackedOrder } from '../../shared/fulfilment/schema.ts'
import { shownMarket, standardMarket } from '../../shared/market/footer.ts'
import type { LastAddress, Order, OrderLine } from '../../shared/orders/schema.ts'
import type { Answers, Call } from './open-page.tsx'

/** A line of an order of one desk lamp, with overrides. */
export const lineOf = (line: Partial<OrderLine> = {}): OrderLine => ({
  product_id: 'PRD00001',
  product_name: 'Desk lamp',
  unit_price: 120.5,
  quantity: 1,
  featured_image: '/lamp.webp',
  ...line,
})

/** An order of the signed-in buyer, with overrides. */
export const orderOf = (order: Partial<Order> = {}): Order => ({
  order_id: 'ORD00001',
  created_at: '2026-01-02T03:04:05.000Z',
  total_count: 120.5,
  order_state: 'pending',
  products_id: ['PRD00001'],
  buyer_id: 'buyer-1',
  shipping_address: { fullName: 'Sample User', address: '1 High Street', city: 'Porto', postalCode: '', country: '' },
  payment_method: 'paypal',
  lines: [lineOf()],
  charges: [],
  ...order,
})

export const LAMPS = lineOf({ quantity: 2, unit_price: 9.99 })

/** A pending seller order of two desk lamps, with the fields that every role sees. */
export const SELLER_ORDER = {
  ...{ seller_order_id: 'ORD00001-1', number: 1, revision: 1, state: 'pending' as const, charges: [] },
  ...{ goods: 19.98, cancelled_goods: 0, returned_goods: 0, ship_by: null, shipments: [] },
  ...{ confirmed_at: null, shipped_at: null, delivered_at: null, ended_at: null },
  ...{ cancel_requested_at: null, cancel_note: null, cancel_lines: null },
}
export const SELLER_ORDER_LINE = { line_number: 1, cancelled: 0, sent: 0, returned_units: 0 }

/** An order of two desk lamps as its buyer tracks it, with overrides of its only seller order. */
export const trackedOrderOf = (sellerOrder: Partial<BuyerSellerOrder> = {}): TrackedOrder => ({
  ...orderOf({ lines: [LAMPS] }),
  events: [],
  seller_orders: [
    {
      ...{ ...SELLER_ORDER, shipping_address: orderOf().shipping_address, return_until: null, returns: [] },
      seller: { name: 'Ada', handle: 'ada', awning: 0, is_suspended: false },
      sold_by: { name: 'Ada' },
      ...{ can_cancel: true, can_ask_to_cancel: false, can_change_address: true },
      lines: [{ ...SELLER_ORDER_LINE, quantity: 2, returnable: 0 }],
      ...sellerOrder,
    },
  ],
})

/** A product in a list of the shop, with overrides. */
export const cardOf = (card: Partial<ProductCard> = {}): ProductCard => ({
  product_id: 'PRD00001',
  product_name: 'Desk lamp',
  product_price: 20,
  featured_image: '/lamp.webp',
  product_category: ['Home & Lighting'],
  flash_sale: false,
  second_image: null,
  seller: { handle: 'ada', name: 'Ada', awning: 0 },
  ...card,
})

/** A product as its page shows it, with overrides. */
export const productOf = (product: Partial<Product> = {}): Product => {
  const { second_image, picture_text, ...card } = cardOf()
  return {
    ...card,
    seller_id: 'seller-1',
    other_images: [],
    product_desc: '<p>Bright.</p>',
    total_sales: 3,
    seller: { handle: 'ada', name: 'Ada', awning: 0, since: '2026-01-02T03:04:05.000Z' },
    ...product,
  }
}

export const POST: QuotedMethod = {
  method_id: '00000000-0000-4000-8000-000000000001',
  revision: 1,
  name: 'Post',
  kind: 'parcel',
  price: 4.9,
  days_from: 3,
  days_to: 5,
  arrives_from: '2026-11-30',
  arrives_to: '2026-12-02',
}
export const EXPRESS: QuotedMethod = {
  ...POST,
  method_id: '00000000-0000-4000-8000-000000000002',
  name: 'Express',
  price: 9.9,
}
export const PICKUP: QuotedMethod = {
  ...POST,
  method_id: '00000000-0000-4000-8000-000000000003',
  name: 'At our shop',
  kind: 'pickup',
  price: 0,
  pickup_address: '12 Harbour Road',
}

/** Returns what Ada asks for delivery by the first of these methods, with overrides. */
export function quoteOf(seller: Partial<QuotedSeller> = {}, quote: Partial<Quote> = {}): Quote {
  const { methods = [POST], method_id = methods[0]?.method_id } = seller
  const chosen = methods.find((method) => method.method_id === method_id)
  const seller_id = '00000000-0000-4000-8000-00000000000a'
  return {
    country: 'DE',
    needs_address: chosen?.kind !== 'pickup',
    sellers: [
      {
        seller_id,
        handle: 'ada',
        name: 'Ada',
        goods: 20,
        state: 'offered',
        methods,
        ...(method_id && { method_id }),
        product_ids: ['PRD00001'],
        ...seller,
      },
    ],
    charges: chosen ? [{ seller_id, kind: 'delivery', amount: chosen.price }] : [],
    total: 20,
    ...quote,
  }
}

/** The settings of a marketplace in which sellers have methods of delivery. */
export const DELIVERS = { market: shownMarket({ ...standardMarket(), country: 'DE', delivery: true }) }

/** Answers for a buyer's cart with these products, which follows the buyer's changes; with the server's copy. */
export function answersForCart(cart: Cart, products: readonly ProductCard[] = [cardOf()]) {
  const serverCart = { ...cart }
  const set = (id: string, quantity: number) => {
    if (quantity > 0) serverCart[id] = quantity
    else delete serverCart[id]
    return { cart: { ...serverCart } } satisfies CartResponse
  }
  const list = ({ query }: Call): ProductList => {
    const ids = (query.get('ids') ?? '').split(',')
    return { products: products.filter(({ product_id }) => ids.includes(product_id)) }
  }
  const answers: Answers = {
    'GET /api/cart': () => ({ cart: { ...serverCart } }) satisfies CartResponse,
    'DELETE /api/cart': () => {
      for (const id of Object.keys(serverCart)) delete serverCart[id]
      return { cart: {} } satisfies CartResponse
    },
    'POST /api/cart/items': ({ body }: Call) => {
      const { product_id, quantity } = body as { product_id: string; quantity: number }
      return set(product_id, (serverCart[product_id] ?? 0) + quantity)
    },
    'GET /api/products': list,
    'GET /api/products/just-for-you': { products: [] } satisfies ProductList,
    'GET /api/orders/last-address': { shipping_address: null } satisfies LastAddress,
  }
  for (const id of Object.keys(cart)) {
    answers[`PUT /api/cart/items/${id}`] = ({ body }: Call) => set(id, (body as { quantity: number }).quantity)
  }
  return { answers, serverCart }
}
