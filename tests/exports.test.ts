import { expect, test } from 'vitest'
import { makeAdmin, signUp } from './support/accounts.ts'
import { buildProduct } from './support/products.ts'
import { createTestApp } from './support/test-app.ts'

test('every export begins with the mark of UTF-8, once, so that Excel reads its letters', async () => {
  const market = await createTestApp()
  const seller = await signUp(market, { role: 'seller' })
  const admin = await makeAdmin(market)
  await buildProduct(market, { seller_id: seller.user_id, product_name: 'Łódź' })
  const paths = Object.keys(market.app.swagger().paths ?? {}).filter((path) => path.endsWith('.csv'))
  expect(paths.length).toBeGreaterThan(5)
  for (const url of paths) {
    const { headers } = url.startsWith('/api/seller/') ? seller : admin
    const { statusCode, rawPayload } = await market.app.inject({ url, headers })
    expect([url, statusCode, rawPayload.subarray(0, 3).toString('hex')]).toEqual([url, 200, 'efbbbf'])
    expect(rawPayload.lastIndexOf(Buffer.from('efbbbf', 'hex')), url).toBe(0)
    if (url.includes('products')) expect(rawPayload.toString(), url).toContain('Łódź')
  }
  await market.close()
})
