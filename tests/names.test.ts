import { expect, test } from 'vitest'
import { callAuth } from './support/accounts.ts'
import { addToCart, call, checkout } from './support/api.ts'
import { asSeller, orderOf, sending } from './support/fulfilment.ts'
import { openForTests, signUpAll } from './support/open-for-tests.ts'
import { drawPng, sendProduct, wellFilled } from './support/product-form.ts'
import { buildProduct } from './support/products.ts'
import { NO_FACTS } from './support/seller-facts.ts'

const market = await openForTests()
const [seller, buyer] = await signUpAll(market, 'seller', 'buyer')

const NAMES = ['Shop\u202egnp.exe', 'Shop\u200b', 'a\u2066b\u2069', 'Z\u0301\u0301\u0301\u0301\u0301', 'Shop\u{e0041}']

test.each(NAMES)(
  'no name of a product, user, shop or carrier may have invisible or direction-changing characters: %j',
  async (name) => {
    const refused = async (sent: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await sent
      expect([400, 422], JSON.stringify(body)).toContain(status)
      expect(JSON.stringify(body)).toContain('visible characters only')
    }
    const asProduct = { product: { ...wellFilled, product_name: name }, files: { featured: await drawPng('#c84') } }
    await refused(sendProduct(market, 'POST', '/api/seller/products', { as: seller, ...asProduct }))
    const desk = await buildProduct(market, { seller_id: seller.user_id })
    const row = `/rest/v1/products?product_id=eq.${desk.product_id}`
    await refused(call(market, 'PATCH', row, { as: seller, body: { product_name: name } }))
    const account = { email: `n${NAMES.indexOf(name)}@example.com`, password: 'a long enough phrase' }
    await refused(callAuth(market, 'POST', '/signup', { body: { ...account, data: { display_name: name } } }))
    const { headers } = buyer
    for (const key of ['display_name', 'full_name', 'name'])
      await refused(callAuth(market, 'PUT', '/user', { headers, body: { data: { [key]: name } } }))
    const factor = { factor_type: 'totp', friendly_name: name }
    await refused(callAuth(market, 'POST', '/factors', { headers, body: factor }))
    await refused(call(market, 'PUT', '/api/seller/shop', { as: seller, body: { ...NO_FACTS, legal_name: name } }))
    await addToCart(market, buyer, desk.product_id, 1)
    const shipping_address = { ...checkout.shipping_address, fullName: name }
    await refused(call(market, 'POST', '/api/orders', { as: buyer, body: { ...checkout, shipping_address } }))
    const { order_id } = await orderOf(market, buyer, [[desk, 1]])
    await refused(asSeller(market, seller, order_id, 'shipments', sending(1, [[1, 1]], { carrier: name })))
  },
)

test.each(['-shop', 'shop-', 'my--shop', 'xn--shop', 'xn--mgbh0fb', '---'])(
  'no seller can take the handle %s',
  async (handle) => {
    const { body: page } = await call(market, 'GET', '/api/seller/page', { as: seller })
    const { status, body } = await call(market, 'PUT', '/api/seller/page', { as: seller, body: { ...page, handle } })
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('Begin and end with a letter or a digit'),
    ])
    const { status: taken } = await call(market, 'PUT', '/api/seller/page', { as: seller, body: { ...page } })
    expect(taken).toBe(200)
  },
)
