import type { ConversationSide } from '../shared/conversations/constants.ts'
import { DEFAULT_LOW_AT } from '../shared/stock/constants.ts'
import { demoSellers, firstBuyer, idOf, type SellerKey } from './accounts.ts'
import talks from './conversations.json' with { type: 'json' }
import { byTime, type DemoFulfilment, HOUR_MS, type SellerOrderRow } from './fulfilment.ts'
import { DAY_MS, type OrderBook, type OrderRow } from './orders.ts'
import { productIdOf, RATINGS, type Rating, type ShelvedProduct, shelvedProducts } from './products.ts'
import { createRandom, type Random } from './random.ts'

const STOCK_SEED = 20_261
const REVIEWS_SEED = 20_263
/** Stock was counted before the first order. */
const COUNTED_DAYS_AGO = 41
/** Share of receivers who rate a product, and share of these who write a text. */
const RATING_SHARE = 0.9
const TEXT_SHARE = 0.9
/** The frequencies of ratings, of orders in general and of returned ones. */
const WEIGHTS: Record<Rating, number> = { '1': 3, '2': 6, '3': 12, '4': 31, '5': 48 }
const RETURNED_WEIGHTS: Record<Rating, number> = { '1': 3, '2': 4, '3': 3, '4': 0.3, '5': 0.1 }

interface MovementRow {
  product_number: number
  change: number
  on_hand_after: number
  reason: string
  order_number: number | null
  by_user: string | null
  created_at: Date
}

export function demoStock(products: readonly ShelvedProduct[], book: OrderBook, now: Date) {
  const random = createRandom(STOCK_SEED)
  const counted_since = new Date(now.getTime() - COUNTED_DAYS_AGO * DAY_MS)
  const orderTimes = new Map(book.orders.map(({ order_number, created_at }) => [order_number, created_at]))
  const salesOf = Map.groupBy(book.lines, ({ product_number }) => product_number)
  const stock = []
  const movements: MovementRow[] = []
  for (const { number: product_number, product, shelf } of products.filter(isStockTracked)) {
    const plenty = product.flash ? random.whole(8, 16) : random.whole(14, 80)
    const { on_hand, backorder } = product.stock ?? { on_hand: plenty, backorder: false }
    const sales = salesOf.get(product_number) ?? []
    let left = on_hand + sales.reduce((units, { quantity }) => units + quantity, 0)
    // The sale began with tracking, so that the shown shares differ.
    const flash_start = product.flash ? left : null
    stock.push({ product_number, on_hand, backorder, low_at: DEFAULT_LOW_AT, flash_start, counted_since })
    const move = (
      change: number,
      reason: string,
      by_user: string | null,
      order_number: number | null,
      created_at: Date,
    ) => movements.push({ product_number, change, on_hand_after: left, reason, by_user, order_number, created_at })
    move(left, 'counted', demoSellers[shelf.seller].user_id, null, counted_since)
    for (const { order_number, quantity } of sales) {
      left -= quantity
      move(-quantity, 'sold', null, order_number, orderTimes.get(order_number) ?? now)
    }
  }
  // Numbered chronologically, as they would have been.
  return { stock, movements: movements.sort(byTime) }
}

/** Spreads tracked products over the shelves. */
function isStockTracked({ number, product }: ShelvedProduct): boolean {
  return product.stock !== undefined || (number + Math.floor(number / 15)) % 3 === 0
}

export function demoReviews(book: OrderBook, now: Date) {
  const random = createRandom(REVIEWS_SEED)
  const orders = new Map(book.orders.map((order) => [order.order_number, order]))
  const unused = new Map(shelvedProducts.map(({ number, product }) => [number, sentencesOf(product.reviews)]))
  const answers = new Map(shelvedProducts.map(({ shelf }) => [shelf, [...shelf.answers]]))
  const seen = new Set<string>()
  const reviews = []
  for (const { order_number, product_number } of book.lines) {
    const order = orders.get(order_number)
    const product = shelvedProducts[product_number - 1]
    if (!order || !product || (order.order_state !== 'delivered' && order.order_state !== 'returned')) continue
    // Each buyer rates a product at most once.
    const key = `${order.buyer_id} ${product_number}`
    if (random.next() > RATING_SHARE || seen.has(key)) continue
    seen.add(key)
    const review = reviewOf(random, product, order, unused.get(product_number) ?? [])
    if (review.created_at < now)
      reviews.push({ ...review, ...answerTo(random, review, answers.get(product.shelf) ?? [], now) })
  }
  return reviews.sort(byTime)
}

interface Sentence {
  rating: Rating
  text: string
}

function sentencesOf(reviews: ShelvedProduct['product']['reviews']): Sentence[] {
  return RATINGS.flatMap((rating) => (reviews[rating] ?? []).map((text) => ({ rating, text })))
}

/** Takes a text from `unused`, so that no product has one twice; the rating is that of the text. */
function reviewOf(random: Random, { number, shelf }: ShelvedProduct, order: OrderRow, unused: Sentence[]) {
  const weights = order.order_state === 'returned' ? RETURNED_WEIGHTS : WEIGHTS
  const isWritten = unused.length > 0 && random.next() < TEXT_SHARE
  const chosen = isWritten
    ? random.pickWeighted(
        unused,
        unused.map(({ rating }) => weights[rating]),
      )
    : { rating: random.pickWeighted(RATINGS, Object.values(weights)), text: '' }
  if (isWritten) unused.splice(unused.indexOf(chosen), 1)
  return {
    product_number: number,
    seller_id: demoSellers[shelf.seller].user_id,
    buyer_id: order.buyer_id,
    rating: Number(chosen.rating),
    review_text: chosen.text,
    // After delivery, which takes at most six days.
    created_at: new Date(order.created_at.getTime() + (6.2 + 3 * random.next()) * DAY_MS),
  }
}

/** Sellers answer most critical reviews; `answers` is rotated, so that the texts vary. */
function answerTo(random: Random, review: ReturnType<typeof reviewOf>, answers: string[], now: Date) {
  const at = new Date(review.created_at.getTime() + random.whole(3, 40) * HOUR_MS)
  const isAnswered = review.rating < 4 && review.review_text !== '' && random.next() < 0.7 && at < now
  const answered_at = isAnswered ? at : null
  const answer_text = isAnswered ? (answers.shift() ?? null) : null
  if (answer_text !== null) answers.push(answer_text)
  return { answer_text, answered_at, first_answered_at: answered_at }
}

/** A conversation, attached to the newest seller order that suits it. */
interface Talk {
  seller: SellerKey
  /** The product that the order must have: `PRD00044`. */
  product: string
  /** True for the printed buyer's account. */
  isOfFirstBuyer: boolean
  /** States of a suitable seller order, or `return` for one with an unanswered return. */
  about: readonly string[] | 'return'
  /** Hours after the order's last step. */
  said: readonly (readonly [by: ConversationSide, hours: number, text: string])[]
  /** Unread messages at the end. */
  unread: number
}

export function demoConversations(
  { sellerOrders, returns }: Pick<DemoFulfilment, 'sellerOrders' | 'returns'>,
  { orders, lines }: OrderBook,
  now: Date,
) {
  const ordered = new Map(orders.map((order) => [order.order_number, order]))
  const requested = new Set(returns.filter(({ row }) => row.state === 'requested').map(({ row }) => row.order_number))
  const taken = new Set<SellerOrderRow>()
  const buyerOf = ({ order_number }: SellerOrderRow) => ordered.get(order_number)?.buyer_id ?? ''
  const lastStep = (row: SellerOrderRow) =>
    Number(row.delivered_at ?? row.shipped_at ?? row.confirmed_at ?? ordered.get(row.order_number)?.created_at)
  return (talks as unknown as Talk[]).flatMap(({ seller, product, isOfFirstBuyer, about, said, unread }) => {
    const { user_id: seller_id } = demoSellers[seller]
    const ordersOfIt = new Set(
      lines.flatMap((line) => (productIdOf(line.product_number) === product ? [line.order_number] : [])),
    )
    const lastHours = said.at(-1)?.[1] ?? 0
    const [row] = sellerOrders
      .filter(
        (one) =>
          one.seller_id === seller_id &&
          ordersOfIt.has(one.order_number) &&
          !taken.has(one) &&
          (buyerOf(one) === firstBuyer.user_id) === isOfFirstBuyer &&
          requested.has(one.order_number) === (about === 'return') &&
          (about === 'return' || about.includes(one.state)) &&
          lastStep(one) + lastHours * HOUR_MS < now.getTime(),
      )
      .sort((one, other) => lastStep(other) - lastStep(one))
    if (!row) return []
    taken.add(row)
    const { order_number, number } = row
    const buyer_id = buyerOf(row)
    const messages = said.map(([by_role, hours, text], index) => ({
      seller_id,
      order_number,
      number: index + 1,
      message_id: idOf(`message ${order_number} ${text}`),
      by_role,
      by_user: by_role === 'buyer' ? buyer_id : seller_id,
      text,
      created_at: new Date(lastStep(row) + hours * HOUR_MS),
    }))
    return [{ seller_id, order_number, number, buyer_id, messages, unread }]
  })
}
