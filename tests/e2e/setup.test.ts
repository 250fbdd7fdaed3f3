import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { expectAccessible, isFocused } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { startProcess, untilPrinted } from '../support/server-process.ts'

const market = marketOfFile()

/** Starts a server on an empty folder, as its operator does. */
async function startEmpty() {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-setup-'))
  // Under root, PostgreSQL runs as another user, who needs access.
  await chmod(folder, 0o711)
  const port = String(await freePort())
  const site = `http://127.0.0.1:${port}`
  const settings = { DATA_DIR: join(folder, 'data'), PORT: port, SITE_URL: site, DEMO: 'off', LOG_LEVEL: 'debug' }
  const server = startProcess('server/main.ts', settings)
  onTestFinished(async () => {
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  })
  await untilPrinted(server, /is ready.*Open \S+\n/s)
  const [, link = '', token = ''] = /Open (\S+#(\S+))\n/.exec(server.output()) ?? []
  return { server, site, link, token }
}

/** Goes through the guide's first step by keyboard; the name and the color are then those of every page. */
async function nameTheMarket(page: Page): Promise<void> {
  const name = page.getByLabel('Name', { exact: true })
  await name.waitFor()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
  }
  await name.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Harbour Market')
  await page.getByLabel('Brand color').focus()
  await page.keyboard.type('#ffe14d')
  await page.keyboard.press('Enter')
  await page.getByText('Saved. The shop shows it now.').first().waitFor()
  await page.getByText('Darkened so that text can be read.').waitFor()
  await expect.poll(() => page.title()).toBe('Before you open · Harbour Market')
  await expectAccessible(page)
  await page.goto('/admin/market')
  await page.getByRole('heading', { name: 'Logo and icon' }).waitFor()
  await expectAccessible(page)
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Before you open' }).waitFor()
  await expectAccessible(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Harbour Market' }).first().waitFor()
  await expectAccessible(page)
}

test('an operator opens the printed link on an empty server, becomes its admin and names the market, by keyboard alone', async () => {
  const { server, site, link, token } = await startEmpty()
  const { page, pageErrors } = await market.visitor({ baseURL: site })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto(link)
  const code = page.getByLabel('Setup code')
  await expect.poll(() => code.inputValue()).toBe(token)
  await expect.poll(() => page.url()).toBe(`${site}/setup`)
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
  }
  await code.focus()
  for (const text of ['Ada Lovelace', 'ada@example.com']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('password123')
  await page.keyboard.press('Enter')
  await page.getByText('This password is too short').first().waitFor()
  const password = page.getByLabel('Password', { exact: true })
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  await isFocused(password)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('a long admin phrase')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site}/admin/guide`)
  await page.getByRole('heading', { level: 1, name: 'Before you open' }).waitFor()
  await nameTheMarket(page)
  // Chromium itself logs the refusal of the common password.
  expect(pageErrors.filter((error) => !error.includes('422'))).toEqual([])

  expect((await page.goto('/setup'))?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong.' }).waitFor()
  expect(server.output().split(token)).toHaveLength(2)
  expect(sent.filter((url) => url.includes(token.slice(0, 9)) && !url.includes('#'))).toEqual([])
})

test('the demo market has an admin, so there is nothing to set up', async () => {
  const page = await market.app.inject('/setup')
  expect([page.statusCode, page.headers['cache-control']]).toEqual([404, 'no-store'])
  expect((await market.app.inject({ method: 'POST', url: '/api/setup', payload: {} })).statusCode).toBe(404)
})
