import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OwnSellerPage } from '../../../shared/catalog/seller-schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { orderOf } from '../../../tests/support/fulfilment.ts'
import { buildProduct, type TestProduct } from '../../../tests/support/products.ts'
import { sellerOrderOf } from '../../../tests/support/returns.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

let market: TestApp
let seller: TestAccount
let buyer: TestAccount
let lamp: TestProduct

beforeAll(async () => {
  market = await createTestApp()
})
beforeEach(async () => {
  ;[seller, buyer] = await Promise.all([signUp(market, { role: 'seller' }), signUp(market)])
  lamp = await buildProduct(market, { seller_id: seller.user_id, product_price: 20 })
})
afterAll(() => market.close())

const NONE = { legal_name: '', legal_address: '', legal_contact: '', legal_number: '' }

/** Saves what the seller declares, as the form of the page does. */
async function declare(legal: Partial<typeof NONE>): Promise<void> {
  const path = '/api/seller/page'
  const { handle, about, banner, revision } = (await call<OwnSellerPage>(market, 'GET', path, { as: seller })).body
  const body = { handle, about, banner, revision, ...NONE, ...legal }
  expect((await call(market, 'PUT', path, { as: seller, body })).status).toBe(200)
}

const rename = (name: string) =>
  sql`update users set user_metadata = user_metadata || jsonb_build_object('display_name', ${name}::text)
    where id = ${seller.user_id}`.execute(market.db)
const order = async () => (await orderOf(market, buyer, [[lamp, 1]])).order_id
const soldBy = async (id: string) => (await sellerOrderOf(market, buyer, id)).sold_by

test('who sold an order stays as it was, also when the seller edits, is renamed or suspended', async () => {
  await rename('Oak Lamps')
  await declare({ legal_name: 'Oak & Sons Ltd', legal_number: 'GB 123' })
  const first = await order()
  const declared = { name: 'Oak Lamps', legal_name: 'Oak & Sons Ltd', legal_number: 'GB 123' }
  expect(await soldBy(first)).toEqual(declared)
  await declare({ legal_address: '1 Mill Lane' })
  await rename('Elm Lamps')
  const second = await order()
  const later = { name: 'Elm Lamps', legal_address: '1 Mill Lane' }
  expect([await soldBy(first), await soldBy(second)]).toEqual([declared, later])
  const admin = await makeAdmin(market)
  await call(market, 'POST', `/api/admin/users/${seller.user_id}/suspend`, { as: admin })
  expect([await soldBy(first), await soldBy(second)]).toEqual([declared, later])
})
