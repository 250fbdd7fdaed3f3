import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { signUp } from '../support/accounts.ts'
import { openFolder } from '../support/open-folder.ts'
import { openForTests } from '../support/open-for-tests.ts'
import { buildProducts } from '../support/products.ts'
import { STOCK_CLIENTS } from '../support/stock-clients.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const market = await openForTests()
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
const seller = await signUp(market, { role: 'seller', email: 'seller@example.com' })
const folder = await openFolder()
await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')

test.each(STOCK_CLIENTS)('the program in docs/clients.md runs with supabase-js %s', async (version) => {
  const [lamp] = await buildProducts(market, [
    { product_name: `Lamp ${version}`, product_price: 20, seller_id: seller.user_id },
  ])
  await market.db
    .updateTable('products')
    .set({ product_price: 90 })
    .where('product_name', '<>', `Lamp ${version}`)
    .execute()
  const page = await readFile(join(ROOT, 'docs/clients.md'), 'utf8')
  const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(page) ?? []
  expect(program).toContain("from '@supabase/supabase-js'")
  const file = join(folder, `${version}.mjs`)
  await writeFile(
    file,
    program
      .replace("'@supabase/supabase-js'", `'supabase-js-${version}'`)
      .replace("'https://shop.example'", `'${origin}'`)
      .replace('process.env.SHOP_API_KEY', `'${market.deps.secrets.apiKey}'`)
      .replace('process.env.SHOP_PASSWORD', `'${seller.password}'`),
  )
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import(file)
  const lines = printed.mock.calls
  printed.mockRestore()
  const { product_id } = lamp ?? {}
  expect(lines).toEqual([
    ['lamps', expect.any(Number), expect.arrayContaining([expect.objectContaining({ product_id, product_price: 20 })])],
    ['changed', { product_id, product_price: 24.5 }],
  ])
})
