import { expect, test } from 'vitest'
import { openForFile, signUpAll } from './support/market-of-file.ts'
import { buildProduct } from './support/products.ts'

test('every export begins with the mark of UTF-8, once, so that Excel reads its letters', async () => {
  const market = await openForFile()
  const [seller, admin] = await signUpAll(market, 'seller', 'admin')
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
})
