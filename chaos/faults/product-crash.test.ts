import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../server/platform/config/config.ts'
import { createStorage } from '../../server/programs/storage/storage.ts'
import type { AccountSession } from '../../shared/auth/schema.ts'
import { openFolder } from '../../tests/support/open-folder.ts'
import { openDatabaseForTests } from '../../tests/support/open-for-tests.ts'
import { drawPng, wellFilled } from '../../tests/support/product-form.ts'
import { type MarketWorker, startMarketWorker } from '../../tests/support/server-process.ts'

const CREATIONS = 200
const AT_ONCE = 12
/** The server is killed after so many responses; the other requests are in flight or still to come. */
const ACKNOWLEDGED_BEFORE_KILL = 60
const HOUR_MS = 3_600_000

const dataDir = await openFolder()
const { connection, db } = await openDatabaseForTests({ max: 2 })
let server: MarketWorker | undefined
afterAll(() => void server?.child.kill('SIGKILL'))

async function startServer(): Promise<MarketWorker> {
  server = await startMarketWorker({ connection, dataDir })
  return server
}

async function signUpSeller({ address, apiKey }: { address: string; apiKey: string }): Promise<string> {
  const response = await fetch(`${address}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'seller@example.com', password: 'a long enough phrase', data: { role: 'seller' } }),
  })
  return ((await response.json()) as AccountSession).access_token
}

async function create(address: string, token: string, pictures: Buffer[]): Promise<string> {
  const form = new FormData()
  const names = pictures.map((_, index) => `picture_${index}`)
  form.set('product', JSON.stringify({ ...wellFilled, images: names }))
  for (const [index, name] of names.entries())
    form.set(name, new Blob([Uint8Array.from(pictures[index] as Buffer)]), name)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${address}/api/seller/products`, { method: 'POST', headers, body: form })
  if (response.status !== 201) throw new Error(`creation returned ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { product_id: string }).product_id
}

/** Returns every file in the store with its size, except uploads in progress. */
async function filesInStore(): Promise<Map<string, number>> {
  const root = join(dataDir, 'files')
  const found = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = paths.map(async (path) => [path.slice(root.length + 1), (await stat(path)).size] as const)
  return new Map(await Promise.all(sizes))
}

test('D4: after kill -9 during 200 creations acknowledged products exist, rows and files agree, and numbers continue', async () => {
  const running = await startServer()
  const token = await signUpSeller(running)
  const pictures = await Promise.all(['#c84', '#48c'].map(drawPng))
  const acknowledged: string[] = []
  let failed = 0
  let death: Promise<void> | undefined
  let begun = 0
  const creator = async () => {
    while (begun++ < CREATIONS && !death) {
      try {
        acknowledged.push(await create(running.address, token, pictures))
        if (acknowledged.length === ACKNOWLEDGED_BEFORE_KILL) death = server?.kill()
      } catch (error) {
        // A busy machine may return 503 now and then.
        if (!death && !String(error).includes('returned 503')) throw error
        failed++
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, creator))
  await death
  expect(failed).toBeGreaterThan(0)

  const products = await db
    .selectFrom('products')
    .select(['product_id', 'product_number', 'featured_image', 'other_images'])
    .orderBy('product_number')
    .execute()
  const ids = products.map(({ product_id }) => product_id)
  expect(ids).toEqual(expect.arrayContaining(acknowledged))

  const objects = await db.selectFrom('storage_objects').select(['name', 'blob', 'size']).orderBy('name').execute()
  const expected = ids.flatMap((id) => [`${id}/featured_image`, `${id}/other_image_1`]).sort()
  expect(objects.map(({ name }) => name)).toEqual(expected)
  const files = await filesInStore()
  for (const { blob, size } of objects) expect([blob, files.get(blob)]).toEqual([blob, size])

  // The sweep finds what the killed server left behind, once no request can still need it.
  const later = () => new Date(Date.now() + 2 * HOUR_MS)
  const failures: object[] = []
  const storage = createStorage({
    config: readConfig({ DATA_DIR: dataDir }, false),
    db,
    clock: later,
    log: { error: (event: object) => failures.push(event) },
  })
  while (await storage.sweep());
  expect(failures).toEqual([])
  expect([...(await filesInStore()).keys()].sort()).toEqual(objects.map(({ blob }) => blob).sort())
  expect(await db.selectFrom('storage_discards').selectAll().execute()).toEqual([])

  // A new server continues.
  const again = await startServer()
  // A busy machine may return 503 for a while.
  const tried = () => create(again.address, token, pictures).catch(String)
  await expect.poll(tried, { timeout: 60_000, interval: 500 }).toMatch(/^PRD\d+$/)
  const last = await db.selectFrom('products').select('product_id').orderBy('product_number', 'desc').limit(1).execute()
  expect(ids).not.toContain(last[0]?.product_id)
  await server?.kill()
})
