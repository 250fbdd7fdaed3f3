import type { TestAccount } from './accounts.ts'
import { checkout } from './api.ts'
import { addMethod } from './delivery.ts'
import { signUpAll } from './open-for-tests.ts'
import { buildProduct, type TestProduct } from './products.ts'
import { paymentOf } from './returns.ts'
import type { TestApp } from './test-app.ts'

const DE = { destinations: ['DE'] }
const STEPS = [
  { up_to: 1_000, price: 6 },
  { up_to: 2_500, price: 12.5 },
]

/** Adds a seller with five methods and three products, and one with one of each. */
export async function openDeliveries(market: TestApp) {
  const [seller, rival, admin] = await signUpAll(market, 'seller', 'seller', 'admin')
  const product = (of: TestAccount, product_name: string, product_price: number) =>
    buildProduct(market, { seller_id: of.user_id, product_name, product_price })
  const goods = {
    lamp: await product(seller, 'lamp', 10),
    file: await product(seller, 'file', 8),
    vase: await product(rival, 'vase', 30),
  }
  const change = (one: TestProduct, facts: object) =>
    market.db.updateTable('products').set(facts).where('product_number', '=', one.product_number).execute()
  await change(goods.lamp, { weight_grams: 500 })
  await change(goods.file, { delivery_kind: 'none' })
  const counter = { kind: 'pickup', price: 0, pickup_address: '1 Quay\nHamburg' } as const
  const methods: Record<string, string> = {
    Post: await addMethod(market, seller, { ...DE, name: 'Post', price: 4.9, free_from: 50 }),
    Express: await addMethod(market, seller, { ...DE, name: 'Express', price_by: 'item', price: 9, more_price: 2.5 }),
    Scale: await addMethod(market, seller, {
      name: 'Scale',
      destinations: ['AT'],
      price_by: 'weight',
      price: 0,
      weight_steps: STEPS,
    }),
    World: await addMethod(market, seller, { name: 'World', price: 19.99, days_from: 5, days_to: 12 }),
    Counter: await addMethod(market, seller, { ...DE, ...counter, name: 'Counter' }),
  }
  await addMethod(market, rival, { name: 'Van', price_by: 'item', price: 3.3, more_price: 1.1 })

  /** Chooses a method of the first seller. */
  const chosen = (name: string) => [{ seller: seller.user_id, method: methods[name] }]

  /** The goods of the first seller that went back, and the delivery, in cents. */
  async function backFor(orderId: string): Promise<[goods: number, delivery: number]> {
    const { refunds, releases } = await paymentOf(market, admin, orderId)
    const own = [...refunds, ...releases].filter(({ seller_id }) => seller_id === seller.user_id)
    const cents = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(100 * amount), 0)
    const delivery = cents(own.map((one) => one.delivery ?? 0))
    return [cents(own.map(({ amount }) => amount)) - delivery, delivery]
  }
  return { seller, rival, admin, ...goods, chosen, backFor }
}

/** The body of an order to a country, near Berlin by its postal code. */
export const to = (country: string, more: object = {}) => ({
  ...checkout,
  shipping_address: { ...checkout.shipping_address, country, postalCode: '10115', ...more },
})
