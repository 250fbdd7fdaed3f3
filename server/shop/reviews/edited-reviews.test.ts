import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/tables.ts'
import type { Seller } from '../../../shared/catalog/seller-schema.ts'
import { isAnsweredBefore } from '../../../shared/reviews/is-answered-before.ts'
import type { OwnReviews, ProductReviews } from '../../../shared/reviews/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { underContention } from '../../../tests/support/lock-contention.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, deleteProduct } from '../../../tests/support/products.ts'
import { buyerOf, writeReview } from '../../../tests/support/reviews.ts'
import { brokenRules } from '../../../tests/support/stock.ts'

const LATE_MS = 5000

const market = await openForTests()
const { connection, deps } = market
/** A server on the same database whose clock is slow. */
const late = await openForTests({
  database: { connection, drop: async () => {} },
  deps: { secrets: deps.secrets, clock: () => new Date(Date.now() - LATE_MS) },
})
const [admin, seller] = await signUpAll(market, 'admin', 'seller')
const desk = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Oak desk' })
const buyer = await buyerOf(market, { admin, products: [desk] })

const write = async (text: string, rating = 4, on = market) => {
  const { status, body } = await writeReview(on, buyer, desk.product_id, { rating, text })
  expect(status).toBe(200)
  return body.review_id
}
const own = async (as: TestAccount, productId: string) =>
  (await call<OwnReviews>(market, 'GET', `/api/own-reviews?ids=${productId}`, { as })).body.products[0]
const answer = async (reviewId: string, text: string) => {
  const path = `/api/seller/reviews/${reviewId}/answer`
  expect((await call(market, 'PUT', path, { as: seller, body: { text } })).status).toBe(200)
}
const shown = async () => {
  const path = `/api/products/${desk.product_id}/reviews`
  const [review] = (await call<ProductReviews>(market, 'GET', path)).body.reviews
  if (!review) throw new Error('there is no review')
  return { ...review, isAnsweredBefore: isAnsweredBefore(review) }
}

test('an answer counts as older than an edited text until it is rewritten, even if a server’s clock is slow', async () => {
  const id = await write('It wobbles.')
  expect(await shown()).toMatchObject({ edited_at: null, answer: null, isAnsweredBefore: false })
  await answer(id, 'Tighten the screws.')
  await write('It wobbles.')
  expect(await shown()).toMatchObject({ edited_at: null, isAnsweredBefore: false })
  await write('The seller was rude.', 4, late)
  // The other server is notified.
  await expect.poll(shown).toMatchObject({ answer: { text: 'Tighten the screws.' }, isAnsweredBefore: true })
  await answer(id, 'We are sorry.')
  expect(await shown()).toMatchObject({ answer: { text: 'We are sorry.' }, isAnsweredBefore: false })
  const { edited_at } = await shown()
  await write('The seller was rude.')
  expect(await shown()).toMatchObject({ edited_at, isAnsweredBefore: false })
  await write('The seller was rude.', 1)
  expect(await shown()).toMatchObject({ rating: 1, isAnsweredBefore: true })
})

// catches: review-moderated-unlocked
test('of two admins who concurrently hide a review one does, and the audit log has it once', async () => {
  const id = await write('Rude words.')
  const path = `/api/admin/reviews/${id}/hide`
  const hold = (locking: Db) => locking.selectFrom('reviews').select('review_id').forUpdate().execute()
  const hidden = await underContention(market.db, hold, () =>
    Promise.all(['Insults', 'Spam'].map((reason) => call(market, 'POST', path, { as: admin, body: { reason } }))),
  )
  expect(hidden.map(({ status }) => status)).toEqual([200, 200])
  const { body } = await call<{ activities: object[] }>(market, 'GET', `/api/admin/activity?q=${id}`, { as: admin })
  expect(body.activities).toMatchObject([{ action: 'hide_review', target: id, from: 'shown', to: 'hidden' }])
})

test('a buyer can still rate a received product after its deletion: the rating counts for its seller', async () => {
  const owner = await signUp(market, { role: 'seller' })
  const gone = await buildProduct(market, { seller_id: owner.user_id, product_name: 'Oak desk' })
  const [early, later] = [
    await buyerOf(market, { admin, products: [gone] }),
    await buyerOf(market, { admin, products: [gone] }),
  ]
  await writeReview(market, early, gone.product_id, { rating: 5 })
  await deleteProduct(market, gone.product_id)
  expect(await own(later, gone.product_id)).toMatchObject({ in_shop: false, can_review: true, review: null })
  expect((await writeReview(market, await signUp(market), gone.product_id, { rating: 1 })).body.code).toBe(
    'not_received',
  )
  for (const [as, rating] of [
    [early, 2],
    [later, 4],
  ] as const)
    expect((await writeReview(market, as, gone.product_id, { rating })).status).toBe(200)
  const ratings = await sql<{ sum: number; count: number }>`
    select sum(rating)::integer as sum, count(*)::integer as count from reviews
    where seller_id = ${owner.user_id} and is_shown`.execute(market.db)
  expect(ratings.rows).toEqual([{ sum: 6, count: 2 }])
  const { handle } = await market.db
    .selectFrom('seller_pages')
    .select('handle')
    .where('seller_id', '=', owner.user_id)
    .executeTakeFirstOrThrow()
  const { body } = await call<{ rating?: { average: number } }>(market, 'GET', `/api/sellers/${handle}`)
  expect(body.rating).toMatchObject({ average: 3, count: 2 })
  expect(await own(early, gone.product_id)).toMatchObject({ can_review: true, review: { rating: 2 } })
  expect((await call(market, 'DELETE', `/api/products/${gone.product_id}/review`, { as: early })).status).toBe(204)
  expect(await brokenRules(market)).toEqual([])
})

test('a seller page quotes the newest visible reviews of medium length', async () => {
  const ada = await signUp(market, { role: 'seller' })
  const table = await buildProduct(market, { seller_id: ada.user_id })
  const { body: page } = await call<{ handle: string }>(market, 'GET', '/api/seller/page', { as: ada })
  const quotes = async () =>
    (await call<Seller>(market, 'GET', `/api/sellers/${page.handle}`)).body.quotes?.map(({ text }) => text)
  expect(await quotes()).toBeUndefined()
  const texts = [
    'It stands where I put it.',
    'Good',
    'The drawers run without a sound.',
    'x'.repeat(300),
    'As it was described.',
  ]
  const ids: string[] = []
  for (const text of texts) {
    const as = await buyerOf(market, { admin, products: [table] })
    ids.push((await writeReview(market, as, table.product_id, { rating: 4, text })).body.review_id)
  }
  expect(await quotes()).toEqual(['As it was described.', 'The drawers run without a sound.'])
  await call(market, 'POST', `/api/admin/reviews/${ids.at(-1)}/hide`, { as: admin, body: {} })
  expect(await quotes()).toEqual(['The drawers run without a sound.', 'It stands where I put it.'])
})
