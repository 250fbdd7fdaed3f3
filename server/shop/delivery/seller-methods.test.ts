import { expect, test } from 'vitest'
import { deliveryFormMessages } from '../../../shared/delivery/form-messages.ts'
import type { Quote, SellerDeliveryPage, SellerMethod } from '../../../shared/delivery/schema.ts'
import type { AdminSeller, AdminSellerPage, OwnShop } from '../../../shared/sellers/schema.ts'
import { call } from '../../../tests/support/api.ts'
import { addMethod, METHOD } from '../../../tests/support/delivery.ts'
import { pauseCommits, underContention } from '../../../tests/support/lock-contention.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, buildProducts } from '../../../tests/support/products.ts'

const market = await openForTests()
const [seller, rival, full, admin] = await signUpAll(market, 'seller', 'seller', 'seller', 'admin')
type Refusal = { code: string; message: string }

const METHODS = '/api/seller/delivery-methods'
const read = async (as = seller) => (await call<SellerDeliveryPage>(market, 'GET', '/api/seller/delivery', { as })).body
const names = async () => (await read()).methods.map(({ name, active }) => (active ? name : `(${name})`))
const add = (more: object = {}, as = seller) =>
  call<SellerMethod & Refusal>(market, 'POST', METHODS, { as, body: { ...METHOD, ...more } })
const save = ({ method_id, ...method }: SellerMethod, more: object = {}, as = seller) =>
  call<SellerMethod & Refusal>(market, 'PUT', `${METHODS}/${method_id}`, { as, body: { ...method, ...more } })
const duplicate = (id: string, as = seller) =>
  call<SellerMethod & Refusal>(market, 'POST', `${METHODS}/${id}/duplicate`, { as })
const remove = (id: string, as = seller) => call<Refusal>(market, 'DELETE', `${METHODS}/${id.toUpperCase()}`, { as })
const order = (method_ids: string[]) =>
  call<SellerDeliveryPage & Refusal>(market, 'PUT', '/api/seller/delivery-method-order', {
    as: seller,
    // In capitals, as some programs write ids.
    body: { method_ids: method_ids.map((id) => id.toUpperCase()) },
  })

test('a seller adds, changes, copies, orders and deletes methods, and quotes follow at once', async () => {
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_price: 10 })
  const quoted = async () => {
    const body = { lines: [{ product_id, quantity: 2 }], country: 'Austria' }
    const quote = (await call<Quote>(market, 'POST', '/api/delivery-quotes', { body })).body
    return quote.sellers.map(({ state, methods }) => [state, ...methods.map(({ name, price }) => `${name} ${price}`)])
  }
  expect(await quoted()).toEqual([['free']])
  const weight_steps = [
    { up_to: 1, price: 4.9 },
    { up_to: 2000, price: 6.99 },
  ]
  const post = await add({
    name: ' Post ',
    destinations: ['at', 'de: 1-0'],
    price_by: 'weight',
    weight_steps,
    price: 3,
  })
  expect(post).toMatchObject({
    status: 201,
    body: { revision: 1, name: 'Post', destinations: ['AT', 'DE:10'], price: 0, weight_steps },
  })
  const express = await add({ name: 'Express', price_by: 'item', price: 9, more_price: 2.5, free_from: 100 })
  expect(await quoted()).toEqual([['offered', 'Post 4.9']])
  expect((await save(post.body, { price_by: 'order', price: 3 })).body).toMatchObject({ weight_steps: [], revision: 2 })
  expect(await quoted()).toEqual([['offered', 'Post 3']])

  const copy = await duplicate(post.body.method_id)
  expect(copy).toMatchObject({
    status: 201,
    body: { name: 'Copy of Post', active: false, destinations: ['AT', 'DE:10'] },
  })
  expect(await names()).toEqual(['Post', '(Copy of Post)', 'Express'])
  const [first, second, third] = [express, post, copy].map(({ body }) => body.method_id) as [string, string, string]
  expect((await order([first, second, third])).body.methods.map(({ name }) => name)).toEqual([
    'Express',
    'Post',
    'Copy of Post',
  ])
  for (const wrong of [
    [first, second],
    [first, second, third, third],
    [first, second, METHOD_OF_NOBODY],
  ])
    expect((await order(wrong)).body.code).toBe('newer_revision')
  expect((await remove(third)).status).toBe(204)
  await save({ ...post.body, revision: 2 }, { active: false })
  expect(await names()).toEqual(['Express', '(Post)'])
  expect(await quoted()).toEqual([['offered', 'Express 11.5']])
  for (const id of [first, second]) await remove(id)
  expect(await quoted()).toEqual([['free']])
})

const METHOD_OF_NOBODY = '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f'

test("another seller's method is not found, and of two changes on one revision the second is refused", async () => {
  const { body: method } = await add()
  for (const id of [method.method_id, METHOD_OF_NOBODY]) {
    const answers = [
      await save({ ...method, method_id: id }, {}, rival),
      await duplicate(id, rival),
      await remove(id, rival),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'method_not_found']))
  }
  const both = await Promise.all([save(method, { name: 'One' }), save(method, { name: 'Other' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('newer_revision')
  await remove(method.method_id)
})

// catches: delivery-methods-unlocked
test('of many methods that are added at once, a seller gets 50', async () => {
  for (let count = 0; count < 48; count++) await addMethod(market, full, { name: `${count}` })
  const four = () => Promise.all([add({}, full), add({}, full), add({}, full), add({}, full)])
  const commits = await pauseCommits(market.db, 'delivery_methods')
  const added = await underContention(market.db, commits.hold, four)
  await commits.end()
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
  const { methods } = await read(full)
  expect(methods).toHaveLength(50)
  expect((await duplicate(methods[0]?.method_id ?? '', full)).body.code).toBe('too_many_methods')
})

const STEP = { up_to: 1000, price: 5 }
const texts = deliveryFormMessages
test.each([
  ['name', { name: ' ' }, texts.nameNeeded],
  ['name', { name: 'x'.repeat(61) }],
  ['kind', { kind: 'none' }],
  ['destinations.1', { destinations: ['DE', 'XX'] }, texts.destinationProblems.country_unknown],
  ['destinations.1', { destinations: ['DE', 'AT:*'] }, texts.destinationProblems.postal_invalid],
  ['destinations.2', { destinations: ['DE', 'DE:10', 'de:1 0'] }, texts.destinationProblems.twice],
  ['destinations', { destinations: Array(251).fill('DE') }],
  ['price_by', { price_by: 'mile' }],
  ['price', { price: 4.999 }, texts.amountMalformed],
  ['price', { price: -1 }, texts.amountMalformed],
  ['more_price', { more_price: 10_000_000 }, texts.amountMalformed],
  ['free_from', { free_from: 50_000_000_000_000 }, texts.amountMalformed],
  ['weight_steps', { price_by: 'weight' }, texts.stepsNeeded],
  ['weight_steps.1.up_to', { price_by: 'weight', weight_steps: [STEP, STEP] }, texts.stepsNotRising],
  ['weight_steps.0.up_to', { price_by: 'weight', weight_steps: [{ ...STEP, up_to: 0.5 }] }, texts.weightMalformed],
  ['weight_steps.0.price', { price_by: 'weight', weight_steps: [{ ...STEP, price: 1e9 }] }, texts.amountMalformed],
  ['weight_steps', { price_by: 'weight', weight_steps: Array(21).fill(STEP) }],
  ['days_to', { days_from: 3, days_to: 2 }, texts.daysNotRising],
  ['days_from', { days_from: -1 }],
  ['days_to', { days_to: 91 }],
  ['pickup_address', { kind: 'pickup', pickup_address: ' ' }, texts.pickupAddressNeeded],
  ['pickup_address', { pickup_address: 'x'.repeat(301) }],
  ['active', { active: 'yes' }],
])('a wrong method names its field and changes nothing: %s, %j', async (field, wrong, text = '') => {
  const { status, body } = await add(wrong, rival)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toContain(field)
  expect(body.message).toContain(text)
  expect((await read(rival)).methods).toEqual([])
})

test('a seller says where from and when goods are dispatched, on the revision of the page in the shop', async () => {
  const { settings } = await read()
  expect(settings).toMatchObject({ sends_from: '', dispatch_days: null, away_until: '' })
  const put = (body: object) =>
    call<SellerDeliveryPage & Refusal>(market, 'PUT', '/api/seller/delivery-settings', { as: seller, body })
  const wanted = { sends_from: 'DE', dispatch_days: 2, away_until: '2026-12-24', revision: settings.revision }
  expect((await put(wanted)).body.settings).toEqual({ ...wanted, revision: settings.revision + 1 })
  expect((await put(wanted)).body.code).toBe('newer_revision')
  const newest = { ...wanted, revision: settings.revision + 1 }
  for (const wrong of [
    { sends_from: 'XX' },
    { dispatch_days: 0 },
    { away_until: '2026-02-30' },
    { away_until: '0001-01-01' },
  ]) {
    const { status, body } = await put({ ...newest, ...wrong })
    expect([status, body.message]).toEqual([400, expect.stringContaining(Object.keys(wrong)[0] ?? '')])
  }
  expect((await put({ ...newest, sends_from: '', dispatch_days: null, away_until: '' })).body.settings).toEqual({
    ...settings,
    revision: settings.revision + 2,
  })
})

test('a seller reads how many products are sent without a weight', async () => {
  const [parcels, weighed, services] = await buildProducts(market, [
    { seller_id: full.user_id },
    { seller_id: full.user_id },
    { seller_id: full.user_id },
  ])
  const set = (product: typeof parcels, change: { weight_grams?: number; delivery_kind?: 'none' }) =>
    market.db
      .updateTable('products')
      .set(change)
      .where('product_id', '=', product?.product_id ?? '')
      .execute()
  await set(weighed, { weight_grams: 250 })
  await set(services, { delivery_kind: 'none' })
  expect((await read(full)).unweighed).toBe(1)
})

test('admins find sellers without a method, and read the methods of a seller', async () => {
  const { body: method } = await add({ active: false })
  const withoutMethod = async () => {
    const { body } = await call<AdminSellerPage>(market, 'GET', '/api/admin/sellers?delivery=none', { as: admin })
    expect(body.total).toBe(body.sellers.length)
    return body.sellers.map(({ seller_id }) => seller_id)
  }
  const readSeller = async ({ user_id }: typeof seller) =>
    (await call<AdminSeller>(market, 'GET', `/api/admin/sellers/${user_id}`, { as: admin })).body
  expect(await withoutMethod()).toEqual([rival.user_id])
  expect((await readSeller(seller)).delivery_methods).toEqual([method])
  expect(await readSeller(rival)).not.toHaveProperty('delivery_methods')
  const shopOf = async (as: typeof seller) => (await call<OwnShop>(market, 'GET', '/api/seller/shop', { as })).body
  expect([(await shopOf(seller)).delivers, (await shopOf(rival)).delivers]).toEqual([true, undefined])
})
