import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ProductCard } from '../../../shared/catalog/schema.ts'
import type { OwnReviews, ProductReviews } from '../../../shared/reviews/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { asSeller, orderOf, readAsSeller, sending, unitsOf } from '../../../tests/support/fulfilment.ts'
import { underContention } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, deleteProduct, type TestProduct } from '../../../tests/support/products.ts'
import { heardOfReviews, mailedOfReviews, buyerOf as newBuyerOf, writeReview } from '../../../tests/support/reviews.ts'
import { brokenRules } from '../../../tests/support/stock.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const market = await openForTests()
const [seller, rival, admin] = await Promise.all([
  signUp(market, { role: 'seller' }),
  signUp(market, { role: 'seller' }),
  makeAdmin(market),
])

type Refusal = { code?: string; message?: string }
const product = (product_name = 'Oak desk') => buildProduct(market, { seller_id: seller.user_id, product_name })
const write = (as: TestAccount, { product_id }: TestProduct, body: unknown) => writeReview(market, as, product_id, body)
const remove = (as: TestAccount, { product_id }: TestProduct) =>
  call<Refusal>(market, 'DELETE', `/api/products/${product_id}/review`, { as })
const read = async ({ product_id }: TestProduct, query = '') =>
  (await call<ProductReviews>(market, 'GET', `/api/products/${product_id}/reviews${query}`)).body
const own = async (as: TestAccount, ...products: TestProduct[]) => {
  const ids = products.map(({ product_id }) => product_id).join()
  return (await call<OwnReviews>(market, 'GET', `/api/own-reviews?ids=${ids}`, { as })).body.products
}
const answer = (as: TestAccount, review_id: string, text?: unknown) =>
  call<Refusal>(market, text === undefined ? 'DELETE' : 'PUT', `/api/seller/reviews/${review_id}/answer`, {
    as,
    ...(text !== undefined && { body: { text } }),
  })
const report = (as: TestAccount, review_id: string) =>
  call<Refusal>(market, 'POST', `/api/reviews/${review_id}/report`, { as })
const moderate = (review_id: string, action: 'hide' | 'show', reason?: string) =>
  call<Refusal>(market, 'POST', `/api/admin/reviews/${review_id}/${action}`, { as: admin, body: { reason } })
const setState = (order_id: string, order_state: string) =>
  call(market, 'PATCH', `/api/admin/orders/${order_id}`, { as: admin, body: { order_state } })

const buyerOf = (products: readonly TestProduct[], name?: string) =>
  newBuyerOf(market, { admin, products, ...(name && { name }) })

/** Returns one review of a product by a new buyer. */
async function reviewed(one: TestProduct, rating = 4, text = 'As described.') {
  const buyer = await buyerOf([one], 'Kim Example')
  const { body } = await write(buyer, one, { rating, text })
  return { buyer, review_id: body.review_id }
}

describe('who may review', () => {
  test('a buyer who received the product, even if only in part, set by an admin, or returned later', async () => {
    const desk = await product()
    const buyer = await signUp(market)
    expect(await own(buyer, desk)).toMatchObject([{ in_shop: true, can_review: false, review: null }])
    const { order_id } = await orderOf(market, buyer, [[desk, 3]])
    const refused = await write(buyer, desk, { rating: 5 })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_received'])
    const sent = await asSeller(market, seller, order_id, 'shipments', sending(1, [[1, 1]]))
    expect((await write(buyer, desk, { rating: 5 })).status).toBe(403)
    const shipment = sent.body.shipments[0]?.shipment_number
    const { revision } = await readAsSeller(market, seller, order_id)
    await call(market, 'POST', `/api/orders/${order_id}/shipments/${shipment}/received`, {
      as: buyer,
      body: { revision },
    })
    expect((await own(buyer, desk))[0]?.can_review).toBe(true)
    expect((await write(buyer, desk, { rating: 5 })).status).toBe(200)

    const returning = await signUp(market)
    const back = await orderOf(market, returning, [[desk, 1]])
    await setState(back.order_id, 'delivered')
    await setState(back.order_id, 'returned')
    expect((await write(returning, desk, { rating: 2 })).status).toBe(200)
  })

  test('not a buyer whose units were cancelled, by the seller or with the order', async () => {
    const [desk, lamp] = [await product(), await product('Lamp')]
    const buyer = await signUp(market)
    const { order_id } = await orderOf(market, buyer, [
      [desk, 1],
      [lamp, 1],
    ])
    await asSeller(market, seller, order_id, 'cancel', { revision: 1, lines: unitsOf([[1, 1]]), reason: 'other' })
    await setState(order_id, 'delivered')
    expect((await own(buyer, desk, lamp)).map(({ can_review }) => can_review)).toEqual([false, true])
    expect((await write(buyer, desk, { rating: 1 })).body.code).toBe('not_received')
    await setState(order_id, 'cancelled')
    expect((await write(buyer, lamp, { rating: 1 })).body.code).toBe('not_received')
  })

  test('nor sellers and admins, and no one for products hidden with their seller', async () => {
    const owner = await signUp(market, { role: 'seller' })
    const desk = await buildProduct(market, { seller_id: owner.user_id })
    const buyer = await buyerOf([desk])
    for (const as of [seller, admin]) expect((await write(as, desk, { rating: 5 })).body.code).toBe('buyers_only')
    // Hiding a product takes less from its buyers than deleting it.
    await call(market, 'POST', `/api/admin/products/${desk.product_id}/hide`, { as: admin, body: { reason: 'A copy' } })
    expect((await write(buyer, desk, { rating: 2 })).status).toBe(200)
    expect((await own(buyer, desk))[0]).toMatchObject({ can_review: true, in_shop: false })
    await call(market, 'POST', `/api/admin/users/${owner.user_id}/suspend`, { as: admin })
    expect((await write(buyer, desk, { rating: 1 })).status).toBe(404)
    expect((await own(buyer, desk))[0]).toMatchObject({ can_review: false, in_shop: false })
  })
})

describe('a review', () => {
  test('is shown with its author’s display name, never an email address; its author can edit and remove it', async () => {
    const desk = await product()
    const kim = await buyerOf([desk], 'Kim Example')
    const [unnamed, mailed] = [await buyerOf([desk]), await buyerOf([desk], 'someone@example.com')]
    await write(kim, desk, { rating: 4, text: '  Solid.\r\nA little heavy.\n ' })
    for (const buyer of [unnamed, mailed]) await write(buyer, desk, { rating: 2 })
    const shown = await read(desk)
    expect(shown.reviews.map(({ name, text, rating }) => [name, text, rating])).toEqual([
      [null, '', 2],
      [null, '', 2],
      ['Kim Example', 'Solid.\nA little heavy.', 4],
    ])
    expect(JSON.stringify(shown)).not.toContain('@')
    expect(shown.rating).toEqual({ average: 2.7, count: 3 })
    expect(shown.stars).toEqual([0, 2, 0, 1, 0])

    await write(kim, desk, { rating: 5, text: 'Better than I thought.' })
    const [edited] = (await read(desk)).reviews.filter(({ name }) => name)
    expect(edited).toMatchObject({ rating: 5, text: 'Better than I thought.', edited_at: expect.any(String) })
    expect((await remove(kim, desk)).status).toBe(204)
    expect((await remove(kim, desk)).status).toBe(404)
    expect((await read(desk)).rating).toEqual({ average: 2, count: 2 })
    expect((await own(kim, desk))[0]).toMatchObject({ can_review: true, review: null })
    await write(kim, desk, { rating: 3 })
    expect((await read(desk)).reviews[0]).toMatchObject({ rating: 3, text: '', edited_at: null })
    // HTML is plain text.
    const text = '<script>alert(1)</script>'.padEnd(2000, '!')
    expect((await write(kim, desk, { rating: 3, text })).status).toBe(200)
    expect((await read(desk)).reviews[0]?.text).toBe(text)
  })

  // catches: review-looked-for-first
  test('is one for each buyer and product, even when several are sent concurrently', async () => {
    const desk = await product()
    await reviewed(desk, 4)
    const buyer = await buyerOf([desk])
    // Each waits for the locked rating of its product, so that all have begun.
    const lockFigures = (locking: TestApp['db']) =>
      sql`select from product_ratings where product_number = ${desk.product_number} for update`.execute(locking)
    const sent = await underContention(market.db, lockFigures, () =>
      Promise.all([5, 1, 3].map((rating) => write(buyer, desk, { rating }))),
    )
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    const { reviews, rating } = await read(desk)
    expect(rating).toEqual({ average: (4 + (reviews[0]?.rating ?? 0)) / 2, count: 2 })
    const heard = await heardOfReviews(market, seller)
    expect(heard.filter((path) => path === `/product/${desk.product_id}#reviews`)).toHaveLength(2)
  })
})

test('reviews are listed in pages of five, sorted and filtered by stars, with the rating of all', async () => {
  const desk = await product()
  const ratings = [3, 5, 1, 5, 4, 2, 5]
  for (const rating of ratings) await reviewed(desk, rating)
  const stars = async (query: string) => (await read(desk, query)).reviews.map(({ rating }) => rating)
  expect(await stars('')).toEqual([5, 2, 4, 5, 1])
  expect(await stars('?page=2')).toEqual([5, 3])
  expect(await stars('?sort=highest')).toEqual([5, 5, 5, 4, 3])
  expect(await stars('?sort=lowest&page=2')).toEqual([5, 5])
  const fives = await read(desk, '?stars=5&page=1')
  expect(fives).toMatchObject({ total: 3, page_size: 5, stars: [1, 1, 1, 1, 3], rating: { average: 3.6, count: 7 } })
  expect(await stars('?page=1000')).toEqual([])
  for (const query of ['?stars=0', '?stars=6', '?sort=best', '?page=0', '?page=1001'])
    expect((await call(market, 'GET', `/api/products/${desk.product_id}/reviews${query}`)).status, query).toBe(400)
  for (const id of ['PRD99999', 'PRD1'])
    expect((await call(market, 'GET', `/api/products/${id}/reviews`)).status).toBeGreaterThanOrEqual(400)
})

test('cards, the product and its seller show the rating, cached responses once it has changed', async () => {
  const ada = await signUp(market, { role: 'seller' })
  const [desk, lamp] = [
    await buildProduct(market, { seller_id: ada.user_id, product_name: 'Rated desk' }),
    await buildProduct(market, { seller_id: ada.user_id, product_name: 'Rated lamp' }),
  ]
  const [kim, max] = [await buyerOf([desk, lamp]), await buyerOf([desk])]
  const handle = (await call<{ handle: string }>(market, 'GET', '/api/seller/page', { as: ada })).body.handle
  const shown = async () => {
    const [one, cards, shop] = await Promise.all([
      call<{ rating?: unknown; seller: { rating?: unknown } }>(market, 'GET', `/api/products/${desk.product_id}`),
      call<{ products: ProductCard[] }>(market, 'GET', '/api/search?q=rated%20desk'),
      call<{ rating?: unknown }>(market, 'GET', `/api/sellers/${handle}`),
    ])
    return [one.body.rating, one.body.seller.rating, cards.body.products[0]?.rating, shop.body.rating]
  }
  const none = [undefined, undefined, undefined, undefined]
  expect(await shown()).toEqual(none)
  await write(kim, desk, { rating: 5 })
  const one = { average: 5, count: 1 }
  expect(await shown()).toEqual([one, one, one, one])
  await write(max, desk, { rating: 4 })
  // A review of another product of the seller.
  await write(kim, lamp, { rating: 1 })
  const [rated, ofSeller] = [
    { average: 4.5, count: 2 },
    { average: 3.3, count: 3 },
  ]
  expect(await shown()).toEqual([rated, ofSeller, rated, ofSeller])
  for (const [as, what] of [
    [kim, desk],
    [max, desk],
    [kim, lamp],
  ] as const)
    await remove(as, what)
  expect(await shown()).toEqual(none)
})

test('a seller can answer each review of their products once, and the buyer is notified once', async () => {
  const desk = await product('Answered desk')
  const { buyer, review_id } = await reviewed(desk, 2, 'It wobbles.')
  for (const text of ['', ' ', 'a'.repeat(2001), 'a\u0007', 7])
    expect((await answer(seller, review_id, text)).status, String(text)).toBe(400)
  expect((await answer(rival, review_id, 'Not mine')).body.code).toBe('review_not_found')
  expect((await answer(seller, 'REV99999', 'Nothing')).status).toBe(404)
  expect((await read(desk)).reviews[0]?.answer).toBeNull()
  await answer(seller, review_id, ' Tighten the screws. ')
  expect((await read(desk)).reviews[0]?.answer).toEqual({
    text: 'Tighten the screws.',
    answered_at: expect.any(String),
  })
  await answer(seller, review_id, 'We send you new screws.')
  expect((await own(buyer, desk))[0]?.review?.answer?.text).toBe('We send you new screws.')
  expect((await answer(rival, review_id)).status).toBe(404)
  await answer(seller, review_id)
  expect((await read(desk)).reviews[0]?.answer).toBeNull()
  await answer(seller, review_id, 'Once more.')
  expect(await heardOfReviews(market, buyer)).toEqual([`/product/${desk.product_id}#reviews`])
  expect(await mailedOfReviews(market, buyer)).toEqual(['The seller has answered your review of Answered desk'])
  const late = await reviewed(desk)
  await deleteProduct(market, desk.product_id)
  await answer(seller, late.review_id, 'Thank you.')
  expect(await heardOfReviews(market, late.buyer)).toEqual(['/notifications'])
})

test('a seller is notified of each new review, by mail unless switched off', async () => {
  const ada = await signUp(market, { role: 'seller' })
  const desk = await buildProduct(market, { seller_id: ada.user_id, product_name: 'Ash desk' })
  await reviewed(desk, 1)
  expect(await mailedOfReviews(market, ada)).toContain('New review: Ash desk, 1 star')
  const body = { preferences: [{ kind: 'new_review', wanted: false }] }
  await call(market, 'PUT', '/api/notification-preferences', { as: ada, body })
  const { buyer } = await reviewed(desk, 5)
  await remove(buyer, desk)
  await write(buyer, desk, { rating: 4 })
  expect(await heardOfReviews(market, ada)).toHaveLength(2)
  expect((await mailedOfReviews(market, ada)).filter((subject) => subject.startsWith('New review'))).toHaveLength(1)
})

test('an admin hides a review with a reason and shows it again; its author cannot undo the hiding', async () => {
  const desk = await product()
  const { buyer, review_id } = await reviewed(desk, 1, 'Rude words.')
  expect((await moderate(review_id, 'hide', 'Insults')).body).toMatchObject({ state: 'hidden' })
  expect(await read(desk)).toMatchObject({ rating: null, reviews: [], total: 0 })
  expect((await own(buyer, desk))[0]?.review).toMatchObject({ is_hidden: true, hidden_reason: 'Insults' })
  expect((await answer(seller, review_id, 'Hello')).status).toBe(404)
  await write(buyer, desk, { rating: 5, text: 'Kind words.' })
  await remove(buyer, desk)
  await write(buyer, desk, { rating: 5, text: 'Once more.' })
  expect((await read(desk)).reviews).toEqual([])
  await moderate(review_id, 'hide', 'Twice changes nothing')
  await moderate(review_id, 'show', 'It is fine now')
  expect((await read(desk)).reviews).toMatchObject([{ rating: 5, text: 'Once more.' }])
  expect((await moderate('REV99999', 'hide')).status).toBe(404)
  const { body } = await call<{ activities: object[] }>(market, 'GET', `/api/admin/activity?q=${review_id}`, {
    as: admin,
  })
  expect(body.activities).toMatchObject([
    { action: 'show_review', target: review_id, from: 'hidden', to: 'shown', reason: 'It is fine now' },
    { action: 'hide_review', target: review_id, from: 'shown', to: 'hidden', reason: 'Insults' },
  ])
})

test('a user reports a review once; admins list all, reported and hidden reviews, newest first or by stars', async () => {
  const desk = await product('Reported desk')
  const first = await reviewed(desk, 1, 'One.')
  const second = await reviewed(desk, 2, 'Two.')
  const third = await reviewed(desk, 3, 'Three.')
  const list = async (query = '') => {
    const path = `/api/admin/reviews?q=${desk.product_id}${query}`
    const { body } = await call<{ reviews: { review_id: string; open_reports: number }[] }>(market, 'GET', path, {
      as: admin,
    })
    return body.reviews.map(({ review_id, open_reports }) => [review_id, open_reports])
  }
  for (const as of [rival, second.buyer]) expect((await report(as, first.review_id)).status).toBe(204)
  expect((await report(rival, first.review_id)).body.code).toBe('already_reported')
  expect((await report(first.buyer, first.review_id)).body.code).toBe('own_review')
  expect((await report(rival, 'REV99999')).status).toBe(404)
  const twice = await Promise.all([1, 2, 3].map(() => report(rival, third.review_id)))
  expect(twice.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
  await moderate(second.review_id, 'hide')
  expect(await list()).toEqual([
    [third.review_id, 1],
    [second.review_id, 0],
    [first.review_id, 2],
  ])
  expect(await list('&view=hidden')).toEqual([[second.review_id, 0]])
  expect(await list('&view=reported')).toEqual([
    [third.review_id, 1],
    [first.review_id, 2],
  ])
  await moderate(third.review_id, 'show', 'Nothing wrong')
  await moderate(first.review_id, 'hide')
  expect(await list('&view=reported')).toEqual([])
  expect((await report(rival, third.review_id)).status).toBe(409)
  await write(third.buyer, desk, { rating: 1, text: 'Not what the admin kept.' })
  const again = await Promise.all([1, 2].map(() => report(rival, third.review_id)))
  expect(again.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const sorted = async (by: string) => (await list(`&sort=${by}`)).map(([id]) => id)
  const byStars = [second, third, first].map(({ review_id }) => review_id)
  expect(await sorted('rating')).toEqual(byStars)
  expect(await sorted('rating&direction=asc')).toEqual(byStars.toReversed())
  expect(await list('&page=2&page_size=1')).toEqual([[second.review_id, 0]])
  for (const q of [first.review_id, first.review_id.toLowerCase(), first.buyer.email]) {
    const path = `/api/admin/reviews?q=${encodeURIComponent(q)}`
    const { body } = await call<{ reviews: object[]; total: number }>(market, 'GET', path, { as: admin })
    expect(body).toMatchObject({ total: 1, reviews: [{ review_id: first.review_id, product_name: 'Reported desk' }] })
  }
})

test('reviews of a suspended buyer are neither shown nor counted until the buyer is reinstated', async () => {
  const [desk, lamp] = [await product(), await product('Lamp')]
  const buyer = await buyerOf([desk, lamp])
  for (const one of [desk, lamp]) await write(buyer, one, { rating: 5 })
  await reviewed(desk, 3)
  await call(market, 'POST', `/api/admin/users/${buyer.user_id}/suspend`, { as: admin })
  expect((await read(desk)).rating).toEqual({ average: 3, count: 1 })
  expect(await read(lamp)).toMatchObject({ rating: null, reviews: [] })
  expect(await brokenRules(market)).toEqual([])
  await call(market, 'POST', `/api/admin/users/${buyer.user_id}/reinstate`, { as: admin })
  expect((await read(desk)).rating).toEqual({ average: 4, count: 2 })
})

test('ratings stay exact under concurrent changes', async () => {
  const desks = await Promise.all([product(), product(), product()])
  const buyers = await Promise.all(Array.from({ length: 4 }, () => buyerOf(desks)))
  await Promise.all(
    buyers.flatMap((buyer, index) =>
      desks.flatMap((desk) => [
        write(buyer, desk, { rating: 1 + (index % 5) }),
        write(buyer, desk, { rating: 5 }),
        index % 2
          ? remove(buyer, desk)
          : call(market, 'POST', `/api/admin/users/${buyer.user_id}/suspend`, { as: admin }),
      ]),
    ),
  )
  expect(await brokenRules(market)).toEqual([])
})
