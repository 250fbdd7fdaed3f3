import { demoSellers } from './accounts.ts'
import { DAY_MS, type OrderBook, type OrderRow } from './generate-orders.ts'
import type { SellerKey } from './products/product.ts'
import { type ShelvedProduct, shelvedProducts } from './products/shelves.ts'
import { createRandom, type Random } from './random.ts'

const SEED = 20_263
/** How many of those who received something rate it, and how many of these write something. */
const RATING_SHARE = 0.55
const TEXT_SHARE = 0.6

/** What buyers write with so many stars, whatever it is. */
const TEXTS: Readonly<Record<number, readonly string[]>> = {
  5: [
    'Exactly as described, and well packed.',
    'Better than I expected for the price. I would buy it again.',
    'In daily use since it came, and nothing to complain about.',
    'Looks just like the pictures. It came two days early.',
    'Good quality, and the description said everything I wanted to know.',
  ],
  4: [
    'Does what it should. The packaging could be smaller.',
    'Good value. It took a day longer than expected.',
    'I like it. A little larger than I thought, so check the measurements.',
    'Solid, with one small scratch that is not seen in use.',
  ],
  3: [
    'It is all right, no more and no less.',
    'Fine for the price, but I have had better ones.',
    'Works, though the color is darker than in the pictures.',
  ],
  2: ['Not quite what I expected after the description.', 'It came late, and the box was open on one side.'],
  1: ['It did not work for me, and I sent it back.', 'Arrived damaged.'],
}

/** What buyers of some shelves write as well when they are content. */
const OF_CATEGORY: Readonly<Record<string, readonly string[]>> = {
  Audio: ['Clear sound, also at low volume.', 'Comfortable for hours.'],
  Speakers: ['Fills the room without booming.'],
  'Home & Furniture': ['Put together in half an hour, and it stands firmly.', 'Neatly made, down to the joints.'],
  'Home & Lighting': ['Warm light that does not glare.'],
  Fashion: ['Fits as the table of sizes says.', 'Washed several times, and it looks like new.'],
  Toys: ['Played with every day since.', 'Sturdy, without sharp edges.'],
  'Tools & Hardware': ['Lies well in the hand.'],
}

/** What buyers of food write, which is not judged as other goods are. */
const OF_FOOD: typeof TEXTS = {
  5: ['Fresh, and it smells as good as it tastes.', 'My second one already.', 'Well packed, and it keeps for long.'],
  4: ['Very good. A larger pack would be nice.', 'Tastes good, and came quickly.'],
  3: ['A little bland for me, but fresh.'],
  2: ['Not my taste, I am afraid.'],
  1: ['The pack was torn, so I did not use it.'],
}

const ANSWERS: Readonly<Record<SellerKey, string>> = {
  'north-audio': 'Thank you for writing. Send us the device, and we will test it on our bench.',
  'harbor-tech': 'Sorry to read that. Come by or write to us: we repair more of these than we sell.',
  'fern-home': 'Thank you. Spare parts are free in the first year; write to us with a picture.',
  'corner-pantry': 'Sorry about that. We have put a fresh one aside for you.',
  'ridge-outfit': 'Thank you for the honest words. Another size is free of charge.',
  'tinker-yard': 'Sorry, that should not happen. Please write to us how it arrived.',
}

/** A review of a buyer, with the seller's answer. */
export interface ReviewRow {
  product_number: number
  seller_id: string
  buyer_id: string
  rating: number
  review_text: string
  answer_text: string | null
  answered_at: Date | null
  created_at: Date
}

/** Returns what buyers say of the products that they received, in the order of their times. */
export function demoReviews(book: OrderBook, now: Date): ReviewRow[] {
  const random = createRandom(SEED)
  const orders = new Map(book.orders.map((order) => [order.order_number, order]))
  const shelved = new Map(shelvedProducts.map((one) => [one.number, one]))
  const seen = new Set<string>()
  const reviews: ReviewRow[] = []
  for (const { order_number, product_number } of book.lines) {
    const order = orders.get(order_number)
    const product = shelved.get(product_number)
    if (!order || !product || (order.order_state !== 'delivered' && order.order_state !== 'returned')) continue
    // Some are not rated, and those that are only once by each buyer.
    const key = `${order.buyer_id} ${product_number}`
    if (random.next() > RATING_SHARE || seen.has(key)) continue
    seen.add(key)
    const review = reviewOf(random, product, order)
    if (review.created_at < now) reviews.push(answered(random, review, product, now))
  }
  return reviews.sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
}

type Unanswered = Omit<ReviewRow, 'answer_text' | 'answered_at'>

function reviewOf(random: Random, { number, shelf }: ShelvedProduct, order: OrderRow): Unanswered {
  const rating = random.pickWeighted(
    [5, 4, 3, 2, 1],
    order.order_state === 'returned' ? [0.1, 1, 3, 4, 3] : [48, 31, 12, 6, 3],
  )
  return {
    product_number: number,
    seller_id: demoSellers[shelf.seller].user_id,
    buyer_id: order.buyer_id,
    rating,
    review_text: random.next() < TEXT_SHARE ? random.pick(textsOf(shelf.category, rating)) : '',
    // After it was delivered, which takes at most six days.
    created_at: new Date(order.created_at.getTime() + (6.2 + 3 * random.next()) * DAY_MS),
  }
}

function textsOf(category: string, rating: number): readonly string[] {
  if (category === 'Groceries') return OF_FOOD[rating] ?? []
  return [...(TEXTS[rating] ?? []), ...(rating > 3 ? (OF_CATEGORY[category] ?? []) : [])]
}

/** Adds what the seller answers to most who are not content. */
function answered(random: Random, review: Unanswered, { shelf }: ShelvedProduct, now: Date): ReviewRow {
  const at = new Date(review.created_at.getTime() + random.whole(3, 40) * (DAY_MS / 24))
  const isAnswered = review.rating < 4 && review.review_text !== '' && random.next() < 0.7 && at < now
  return { ...review, answer_text: isAnswered ? ANSWERS[shelf.seller] : null, answered_at: isAnswered ? at : null }
}
