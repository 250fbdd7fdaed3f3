import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { checkRows } from '../server/operate/check/check-invariants.ts'
import { checkout } from './support/api.ts'
import { connectionUrl } from './support/connection-url.ts'
import { startMailServer } from './support/mail-server.ts'
import { drawPng, wellFilled } from './support/product-form.ts'
import { buildProduct } from './support/products.ts'
import { createClient } from './support/running-client.ts'
import { startProcess, untilPrinted } from './support/server-process.ts'
import { createTestDatabase } from './support/test-database.ts'

const ROOT = join(import.meta.dirname, '..')
const COPIED = [
  'cli',
  'db',
  'demo',
  'sandbox',
  'server',
  'shared',
  'tools',
  'web',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]
const NAME = 'Harbour & Kiln'

/** Copies the program, and changes in it what the guide says an operator may change. */
async function copyWithOwnWords(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-own-words-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const filter = (path: string) => !path.includes('/pictures/PRD')
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true, filter })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const replace = async (file: string, from: string, to: string) => {
    const text = await readFile(join(folder, file), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(folder, file), text.replace(from, to))
  }
  await replace('shared/app/name.ts', "'Openstall'", `'${NAME}'`)
  await replace('shared/catalog/categories.ts', "'Audio'", "'Ceramics & Glass'")
  return folder
}

test('an operator changes the name and the categories: a purchase works and shows them, also of a product in a former one', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const db = connectDatabase(database.connection, { max: 2 })
  onTestFinished(() => db.destroy())
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  const folder = await copyWithOwnWords()
  const port = await freePort()
  await promisify(execFile)(process.execPath, [join(folder, 'tools/build.ts')], { cwd: folder })
  const server = startProcess(join(folder, 'server/main.ts'), {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: connectionUrl(database.connection),
    PAYMENTS: 'off',
    SMTP_URL: mails.url,
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  await untilPrinted(server, /is ready/)
  const former = await buildProduct({ db }, { product_name: 'Old Radio', product_category: ['Audio'] })
  const { send, signUp } = await createClient(`http://127.0.0.1:${port}`)

  const seller = await signUp('seller@shop.test', 'seller')
  const form = new FormData()
  form.set('product', JSON.stringify({ ...wellFilled, product_category: ['Ceramics & Glass'] }))
  form.set('featured', new Blob([Uint8Array.from(await drawPng('#c84'))], { type: 'image/png' }), 'featured.png')
  const { product_id } = JSON.parse(await send(201, '/api/seller/products', form, seller))
  const refused = new FormData()
  refused.set('product', JSON.stringify({ ...wellFilled, product_category: ['Audio'] }))
  await send(400, '/api/seller/products', refused, seller)

  const shown = NAME.replace('&', '&amp;')
  for (const path of [
    '/',
    '/category/ceramics%20%26%20glass',
    `/product/${product_id}`,
    `/product/${former.product_id}`,
  ])
    expect(/<title>([^<]*)/.exec(await send(200, path))?.[1]).toContain(shown)
  expect(await send(200, '/category/ceramics%20%26%20glass')).toContain(wellFilled.product_name)
  expect(await send(404, '/nothing-here')).toContain(shown)
  for (const path of ['/manifest.webmanifest', '/docs/json']) {
    const text = await send(200, path)
    expect(text).toContain(NAME)
    expect(text).not.toContain('Openstall')
  }

  const buyer = await signUp('buyer@shop.test', 'buyer')
  for (const id of [product_id, former.product_id])
    await send(200, '/api/cart/items', { product_id: id, quantity: 1 }, buyer)
  const { order_id } = JSON.parse(await send(201, '/api/orders', checkout, buyer))
  const mail = await mails.mailTo('buyer@shop.test')
  expect(mail.subject).toContain(order_id)
  expect(mail.text).toContain(NAME)
  expect(JSON.stringify(mail)).not.toContain('Openstall')
  const { findings, remarks } = await checkRows(db)
  expect(findings).toEqual([])
  // By the list of this process, in which nothing was changed.
  expect(remarks.map(({ examples }) => examples)).toEqual([[`${product_id} is in Ceramics & Glass, which is none`]])
}, 300_000)
