import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { signUp } from './accounts.ts'
import { addToCart, call, checkout } from './api.ts'
import { createProduct } from './product-form.ts'
import type { TestApp } from './test-app.ts'

/** Returns what `work` returns; meanwhile a buyer orders, and a seller creates products and deletes every other one. */
export async function underLoad<T>(market: TestApp, productId: string, work: () => Promise<T>): Promise<T> {
  let isDone = false
  let [ordered, created] = [0, 0]
  async function order(): Promise<void> {
    const buyer = await signUp(market)
    for (; !isDone; ordered++) {
      await addToCart(market, buyer, productId)
      expect((await call(market, 'POST', '/api/orders', { as: buyer, body: checkout })).status).toBe(201)
    }
  }
  async function sell(): Promise<void> {
    const seller = await signUp(market, { role: 'seller' })
    for (; !isDone; created++) {
      const path = `/api/seller/products/${(await createProduct(market, seller)).product_id}`
      if (created % 2) expect((await call(market, 'DELETE', path, { as: seller })).status).toBeLessThan(300)
    }
  }
  const load = Promise.all([order(), sell()])
  try {
    while (!ordered || !created) await sleep(5)
    return await work()
  } finally {
    isDone = true
    await load
  }
}
