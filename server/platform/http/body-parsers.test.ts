import { describe, expect, test } from 'vitest'
import { signUp } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { drawPng, sendProduct, wellFilled } from '../../../tests/support/product-form.ts'

const market = await openForTests()
const buyer = await signUp(market)

const VALUES = Array.from({ length: 3000 }, (_, index) => index)
const merge_id = '6f2c3a54-9d0e-4a7b-8f5e-0d3c6b1a2e4f'

describe('F11: bodies that would take long to check are refused first', () => {
  test('JSON with too many values, wherever it is sent', async () => {
    const as = buyer
    const tooMany = { status: 413, body: { code: 'too_large' } }
    expect(await call(market, 'POST', '/api/cart/items', { as, body: VALUES })).toMatchObject(tooMany)
    expect(await call(market, 'POST', '/api/orders', { as, body: { shipping_address: VALUES } })).toMatchObject(tooMany)
    const seller = await signUp(market, { role: 'seller' })
    const files = { featured: await drawPng('#1e66f5') }
    const product = { ...wellFilled, images: VALUES.map(String) }
    expect(await sendProduct(market, 'POST', '/api/seller/products', { as: seller, product, files })).toMatchObject(
      tooMany,
    )
    // Text has no structure.
    const body = { product_id: ',['.repeat(50_000) }
    expect((await call(market, 'POST', '/api/cart/items', { as, body })).status).toBe(400)
  })

  test('carts with too many lines, and metadata that could never be stored', async () => {
    const cart = Object.fromEntries(VALUES.slice(0, 101).map((value) => [`not a product ${value}`, -1]))
    expect(await call(market, 'POST', '/api/cart/merge', { as: buyer, body: { merge_id, cart } })).toMatchObject({
      status: 400,
      body: { message: 'cart: at most 100 lines' },
    })
    const data = { list: VALUES.slice(0, 2000).map((value) => `a text with \u0001 and the number ${value}`) }
    expect(await call(market, 'PUT', '/auth/v1/user', { as: buyer, body: { data } })).toMatchObject({
      status: 413,
      body: { error_code: 'request_entity_too_large' },
    })
  })
})
