import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { signIn, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { failNext } from '../../../tests/support/failing-statements.ts'
import { createProduct, drawPng, sendProduct, wellFilled } from '../../../tests/support/product-form.ts'
import { storeAvatar } from '../../../tests/support/storage.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

const MB = 1024 * 1024
const DISK_FULL = '53100'

/** Mounts a file system in memory on a new folder; returns the folder, undefined when mounting is not allowed. */
function mountSmall(options: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'openstall-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmdirSync(folder)
    return undefined
  }
}

function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
  rmdirSync(folder)
}

const trial = mountSmall('size=1m')
if (trial) unmount(trial)

let folder: string
let market: TestApp
let seller: TestAccount
let close: () => Promise<void>
afterEach(() => close())

/** Opens a market whose files are on a small disk. */
async function openMarket(options: string): Promise<void> {
  const mounted = mountSmall(options)
  if (!mounted) throw new Error('the disk could not be mounted')
  folder = mounted
  market = await createTestApp({ config: { dataDir: mounted } })
  close = async () => {
    await market.close()
    unmount(mounted)
  }
  seller = await signUp(market, { role: 'seller' })
}

const ready = async () => (await market.app.inject('/readyz')).statusCode
const uploadAvatar = async () => {
  const response = await storeAvatar(market, seller)
  return { status: response.statusCode, body: response.json() }
}
const saveProduct = async () => {
  const files = { featured: await drawPng('#c84') }
  return sendProduct(market, 'POST', '/api/seller/products', { as: seller, product: wellFilled, files })
}

const full = { status: 507, body: { code: 'storage_full' } }
const fullInTheProtocol = { status: 507, body: { statusCode: '507', code: 'InsufficientStorage' } }

describe.skipIf(!trial)('a full disk of files', () => {
  test('F5: uploads are refused with 507 and the server is not ready; pictures and lists are served', async () => {
    await openMarket(`size=${120 * MB}`)
    const { product_id, featured_image } = await createProduct(market, seller)
    expect(await ready()).toBe(200)

    const { bavail, bsize } = await statfs(folder)
    await writeFile(join(folder, 'ballast'), Buffer.alloc(bavail * bsize - 40 * MB))
    expect(await saveProduct()).toMatchObject(full)
    expect(await uploadAvatar()).toMatchObject(fullInTheProtocol)
    expect(await ready()).toBe(503)
    // There is still room for rows.
    const buyer = await signUp(market)

    // Fills the disk completely.
    await writeFile(join(folder, 'ballast'), Buffer.alloc(bavail * bsize)).catch(() => {})
    for (const address of [featured_image, `${featured_image}&width=320`, `/api/products/${product_id}`, '/healthz'])
      expect([address, (await market.app.inject(address)).statusCode]).toEqual([address, 200])
    expect(await saveProduct()).toMatchObject(full)
    const addToCart = async () => {
      const item = { product_id, quantity: 1 }
      return (await call(market, 'POST', '/api/cart/items', { as: buyer, body: item })).status
    }
    // The free space is read once a second.
    await expect.poll(addToCart, { interval: 200, timeout: 60_000 }).toBe(507)
    // Clients retry a refresh after a 503, and would end the session after any other status.
    const { status, body } = await signIn(market, buyer)
    expect([status, body.code]).toEqual([503, 'storage_full'])
    expect(await ready()).toBe(503)

    await rm(join(folder, 'ballast'))
    await expect.poll(addToCart, { interval: 200, timeout: 60_000 }).toBe(200)
    expect((await saveProduct()).status).toBe(201)
    expect(await ready()).toBe(200)
  })

  test('F5: the same for a disk without free inodes, which only a write shows', async () => {
    await openMarket(`size=${200 * MB},nr_inodes=24`)
    const { featured_image } = await createProduct(market, seller)
    const ballast: string[] = []
    try {
      for (;;) {
        const path = join(folder, `ballast-${ballast.length}`)
        await writeFile(path, 'x')
        ballast.push(path)
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
    expect(await ready()).toBe(503)
    expect(await saveProduct()).toMatchObject(full)
    expect(await uploadAvatar()).toMatchObject(fullInTheProtocol)
    const smaller = await market.app.inject(`${featured_image}&width=320`)
    expect([smaller.statusCode, smaller.headers['cache-control']]).toEqual([200, 'no-store'])
    for (const path of ballast) await rm(path)
    expect(await ready()).toBe(200)
    expect((await saveProduct()).status).toBe(201)
    const again = await market.app.inject(`${featured_image}&width=320`)
    expect(again.headers['cache-control']).toContain('immutable')
  })
})

test('F5: a database without room refuses writes with 507, and is ready when it can write again', async () => {
  market = await createTestApp()
  close = () => market.close()
  seller = await signUp(market, { role: 'seller' })
  await failNext(market.db, { event: 'insert', table: 'storage_objects', attempts: 1, code: DISK_FULL })
  expect(await saveProduct()).toMatchObject(full)
  // The readiness check tries to write before it reports ready.
  expect(await ready()).toBe(200)
  expect((await saveProduct()).status).toBe(201)
})
