import { CATEGORY_SLUGS, type CategorySlug } from '../../shared/catalog/standard-categories.ts'
import { demoBuyers } from '../accounts.ts'
import { type Assortment, type Buyer, DAY_MS, generateOrders } from '../orders.ts'
import { describe, pictureUrls, productIdOf, shelvedProducts } from '../products.ts'
import { createRandom, type Random } from '../random.ts'
import { inventName, inventPriceCents } from './names.ts'

const SELLERS = 200
const ORDERS_PER_BUYER = 10
/** Products and accounts predate every order. */
const AGE_DAYS = 60
/** Share of products with a second category. */
const SECOND_CATEGORY = 0.2
const FLASH_SALE = 0.0005

/** A plan always generates the same rows, in whatever parts, so that a load can resume. */
export interface Plan {
  seed: number
  products: number
  orders: number
  /** The numbers of the last product and order before the load. */
  lastProduct: number
  lastOrder: number
  /** ISO time. */
  now: string
}

/** Rows of a load as COPY lines, by ranges of indexes that exclude `to`. */
export interface BigRows {
  users: number
  userLines(from: number, to: number): Iterable<string>
  /** `sold` returns the units sold of a product number. */
  productLines(from: number, to: number, sold: (number: number) => number): Iterable<string>
  orderLines(from: number, to: number): Iterable<OrderChunk>
}

export interface OrderChunk {
  orders: string
  lines: string
}

const CHUNK = 500

export function bigRows(plan: Plan): BigRows {
  const since = new Date(Date.parse(plan.now) - AGE_DAYS * DAY_MS).toISOString()
  const ids = userIds(plan)
  const buyers: Buyer[] = ids.slice(SELLERS).map((user_id, index) => ({
    user_id,
    shipping_address: randomFor(plan, 'address', index).pick(demoBuyers).shipping_address,
  }))
  const offers = assortment(plan, ids)
  return {
    users: ids.length,
    userLines: (from, to) =>
      chunks({ from, to }, (part) => linesOf(part, (index) => userLine(ids[index] ?? '', index, since))),
    productLines: (from, to, sold) => {
      const lineOf = (index: number) => {
        const { number, category, categories, name, seller, flash } = productOf(plan, index)
        const model = randomFor(plan, 'model', index).pick(MODELS[category])
        return copyLine([
          number,
          ids[seller] ?? '',
          name,
          (offers.priceCents(index) / 100).toFixed(2),
          model.featured_image,
          model.other_images,
          model.product_desc,
          `{${categories.map((one) => `"${one}"`).join(',')}}`,
          sold(number),
          flash,
          since,
          since,
        ])
      }
      return chunks({ from, to }, (part) => linesOf(part, lineOf))
    },
    orderLines: (from, to) => chunks({ from, to }, (part) => orderLines(plan, part, { offers, buyers })),
  }
}

function orderLines(plan: Plan, part: Part, { offers, buyers }: { offers: Assortment; buyers: Buyer[] }): OrderChunk {
  const request = {
    count: plan.orders,
    firstNumber: plan.lastOrder + 1,
    offers,
    buyers,
    now: new Date(plan.now),
  }
  const book = generateOrders(randomFor(plan, 'orders', part.from), request, part)
  const orders = book.orders.map((order) =>
    copyLine([
      order.order_number,
      order.buyer_id,
      order.order_state,
      order.total_count,
      JSON.stringify(order.products_id),
      JSON.stringify(order.shipping_address),
      order.payment_method,
      order.created_at.toISOString(),
    ]),
  )
  const lines = book.lines.map((line) =>
    copyLine([
      line.order_number,
      line.line_number,
      line.product_number,
      line.seller_id,
      line.product_name,
      line.unit_price,
      line.quantity,
      line.amount,
      line.cancelled,
      line.sent,
      line.returned_units,
    ]),
  )
  return { orders: orders.join(''), lines: lines.join('') }
}

/** Returns a plan's products for orders; precomputes prices, which are read very often. */
function assortment(plan: Plan, ids: readonly string[]): Assortment {
  const prices = Uint32Array.from({ length: plan.products }, (_, index) =>
    inventPriceCents(randomFor(plan, 'price', index)),
  )
  return {
    count: plan.products,
    priceCents: (index) => prices[index] ?? 0,
    offer: (index) => {
      const { number, name, seller } = productOf(plan, index)
      return {
        product_number: number,
        product_id: productIdOf(number),
        seller_id: ids[seller] ?? '',
        product_name: name,
        price_cents: prices[index] ?? 0,
      }
    },
  }
}

function productOf(plan: Plan, index: number) {
  const random = randomFor(plan, 'product', index)
  const category = random.pick(CATEGORY_SLUGS)
  const second = random.next() < SECOND_CATEGORY ? random.pick(CATEGORY_SLUGS) : category
  return {
    number: plan.lastProduct + index + 1,
    category,
    categories: [...new Set([category, second])],
    seller: random.whole(0, SELLERS - 1),
    flash: random.next() < FLASH_SALE,
    name: inventName(random, category),
  }
}

const MODELS = Object.fromEntries(
  CATEGORY_SLUGS.map((category) => [
    category,
    shelvedProducts
      .filter(({ shelf }) => shelf.category === category)
      .map((shelved) => {
        const [featured_image = '', ...others] = pictureUrls(shelved)
        const product_desc = describe(shelved, 'a seller of this marketplace')
        return { featured_image, other_images: JSON.stringify(others), product_desc }
      }),
  ]),
) as unknown as Record<CategorySlug, { featured_image: string; other_images: string; product_desc: string }[]>

/** Returns the ids of sellers, then of buyers. */
function userIds(plan: Plan): string[] {
  return range(0, SELLERS + Math.ceil(plan.orders / ORDERS_PER_BUYER)).map((index) => {
    const random = randomFor(plan, 'user', index)
    const hex = range(0, 4).map(() => random.whole(0, 0xffff_ffff).toString(16).padStart(8, '0'))
    const [a = '', b = '', c = '', d = ''] = hex
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
  })
}

/** Without a password: hashing would take longer than everything else. */
function userLine(id: string, index: number, created_at: string): string {
  const isSeller = index < SELLERS
  const display_name = isSeller ? `Seller ${index + 1}` : `Buyer ${index - SELLERS + 1}`
  const metadata = JSON.stringify({ display_name })
  return copyLine([id, `${id}@big.openstall.example`, isSeller ? 'seller' : 'buyer', metadata, created_at])
}

const STREAMS = { user: 1, address: 2, product: 3, model: 4, price: 5, orders: 6 }

/** Creates an independent generator per item, so that items do not depend on the order of generation. */
function randomFor({ seed }: Plan, stream: keyof typeof STREAMS, index: number): Random {
  return createRandom(Math.imul(seed + STREAMS[stream] * 0x9e37_79b1, 0x85eb_ca6b) ^ Math.imul(index + 1, 0xc2b2_ae35))
}

/** Indexes; excludes `to`. */
interface Part {
  from: number
  to: number
}

function linesOf({ from, to }: Part, lineOf: (index: number) => string): string {
  return range(from, to).map(lineOf).join('')
}

function* chunks<T>({ from, to }: Part, make: (part: Part) => T): Iterable<T> {
  for (let start = from; start < to; start += CHUNK) yield make({ from: start, to: Math.min(start + CHUNK, to) })
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Formats values as a line of COPY in text format. */
function copyLine(values: (string | number | boolean)[]): string {
  return `${values.map((value) => String(value).replace(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found)).join('\t')}\n`
}
