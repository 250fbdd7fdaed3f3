import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '../db/demo/accounts.ts'
import { callAuth } from '../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../tests/support/test-app.ts'
import { checkInvariants } from './check/check-invariants.ts'
import { requirePrivatePasswords } from './demo-passwords.ts'
import { drawFurtherDemoPictures, seedDemo } from './seed-demo.ts'
import { openBlobs } from './storage/open-blobs.ts'

// What is drawn does not matter here, and drawing takes longest.
const drawPicture = vi.hoisted(() => vi.fn())
vi.mock(import('../db/demo/draw-picture.ts'), () => ({ drawPicture }))
beforeEach(() => {
  drawPicture.mockReset()
  drawPicture.mockImplementation(async () => ({ full: Buffer.from('full'), small: Buffer.from('small') }))
})

test('A3: where others reach the marketplace, demo accounts have random passwords, printed once', async () => {
  const testApp = await createTestApp({ config: { siteUrl: 'https://shop.example' } })
  onTestFinished(() => testApp.close())
  const { db, config, deps } = testApp
  const signIn = async (email: string, password: string) =>
    (await callAuth(testApp, 'POST', '/token?grant_type=password', { body: { email, password } })).status
  const log: string[] = []
  const seed = () => seedDemo(db, config, { secrets: deps.secrets, log: (line) => log.push(line) })
  await seed()
  const printed = new Map(
    [...log.join('\n').matchAll(/^ +(\S+@\S+) +password: (\S+)$/gm)].map(([, ...pair]) => pair as [string, string]),
  )
  expect([...printed.keys()]).toEqual(demoAccounts.map(({ email }) => email))
  expect(new Set(printed.values()).size).toBe(3)
  for (const [email, password] of printed)
    expect([await signIn(email, password), await signIn(email, DEMO_PASSWORD)]).toEqual([200, 400])
  await expect(requirePrivatePasswords(db, config)).resolves.toBeUndefined()
  const hashes = await db.selectFrom('users').select('id').where('password_hash', 'is not', null).execute()
  expect(hashes).toHaveLength(3)
  log.length = 0
  await seed()
  expect(log).toEqual([])
})

async function picturesOf({ db }: TestApp): Promise<{ featured: number; further: number }> {
  const products = await db.selectFrom('products').select(['featured_image', 'other_images']).execute()
  return {
    featured: products.filter(({ featured_image }) => featured_image.endsWith('full=1200')).length,
    further: products.filter(({ other_images }) => other_images.length > 0).length,
  }
}

test('a shop opens with the featured pictures; the others follow, each once, also after an interruption', async () => {
  const testApp = await createTestApp()
  onTestFinished(() => testApp.close())
  const { db, config, deps } = testApp
  const log: string[] = []
  const options = { log: (line: string) => void log.push(line) }
  const check = async () => {
    const { blobs } = openBlobs(config)
    expect(await checkInvariants({ db, blobs })).toEqual([])
    blobs.close()
  }
  await seedDemo(db, config, { secrets: deps.secrets, ...options })
  const { featured } = await picturesOf(testApp)
  expect([drawPicture.mock.calls.length, await picturesOf(testApp)]).toEqual([featured, { featured, further: 0 }])
  await check()
  const shown = async () => (await testApp.app.inject({ url: '/api/products/PRD00001' })).json()
  expect(await shown()).toMatchObject({ other_images: [] })

  const stopping = new AbortController()
  drawPicture.mockImplementation(async () => {
    if (drawPicture.mock.calls.length > featured + 40) stopping.abort()
    return { full: Buffer.from('full'), small: Buffer.from('small') }
  })
  await drawFurtherDemoPictures(db, config, { ...options, signal: stopping.signal })
  const { further } = await picturesOf(testApp)
  expect(further).toBeGreaterThan(0)
  expect(further).toBeLessThan(featured)
  await check()

  // Its seller has decided meanwhile.
  const edited = await db
    .updateTable('products')
    .set({ revision: 2 })
    .where('product_number', '=', featured)
    .where('revision', '=', 1)
    .executeTakeFirst()
  expect(edited.numUpdatedRows).toBe(1n)
  drawPicture.mockReset()
  drawPicture.mockImplementation(async () => ({ full: Buffer.from('full'), small: Buffer.from('small') }))
  await Promise.all([1, 2, 3].map(() => drawFurtherDemoPictures(db, config, options)))
  expect(await picturesOf(testApp)).toEqual({ featured, further: featured - 1 })
  const { rows } = await sql<{ n: number }>`
    select sum(jsonb_array_length(other_images))::int as n from products where product_number <= ${featured}`.execute(
    db,
  )
  const before = await sql<{ n: number }>`
    select count(*)::int as n from storage_objects where name like '%/other_image_%'`.execute(db)
  expect(before.rows).toEqual(rows)
  expect(log.filter((line) => line.includes('all pictures are drawn'))).toHaveLength(1)
  await expect.poll(shown).toMatchObject({ other_images: expect.arrayContaining([expect.any(String)]) })
  await check()
  drawPicture.mockClear()
  await drawFurtherDemoPictures(db, config, options)
  expect(drawPicture).not.toHaveBeenCalled()
})
