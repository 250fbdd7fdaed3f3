import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { createTestApp } from '../support/test-app.ts'
import { refusals } from './refusals/all.ts'
import { idTokenRefusals } from './refusals/sign-in.ts'

// COVERAGE.md lists the responses of the sign-in service; here it is compared with the code and the tests.
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8')

/** A line about a response with its reference: a row of the table of refusals, or a test by file and name. */
interface Line {
  route: string
  response: string
  proof: { file: string; name: string } | 'table'
}

function readPage(): { routes: string[]; lines: Line[] } {
  const [, ...sections] = read('tests/contract/COVERAGE.md').split(/^## /m)
  const lines: Line[] = []
  for (const section of sections) {
    const [route = '', ...rest] = section.split('\n')
    for (const line of rest.filter((text) => /^\| \d/.test(text))) {
      const [response = '', proof = ''] = line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim())
      const [, file = '', name = ''] = /^`(.+?)` › (.+)$/.exec(proof) ?? []
      lines.push({ route, response, proof: proof === 'table' ? proof : { file, name } })
    }
  }
  return { routes: sections.map((section) => section.split('\n')[0] ?? '').slice(1), lines }
}

const page = readPage()

test('the page has a section for every route, and none besides', async () => {
  const registered: RouteOptions[] = []
  const testApp = await createTestApp({
    deps: { install: async (app) => void app.addHook('onRoute', (route) => void registered.push(route)) },
  })
  await testApp.close()
  const routes = registered.flatMap(({ method, url }) =>
    [method]
      .flat()
      .filter((one) => url.startsWith('/auth/v1/') && !['HEAD', 'OPTIONS'].includes(one))
      .map((one) => `${one} ${url.slice('/auth/v1'.length)}`),
  )
  expect(page.routes.toSorted()).toEqual(routes.toSorted())
})

test('every route has a success on the page', () => {
  const successful = new Set(page.lines.filter(({ response }) => /^[23]/.test(response)).map(({ route }) => route))
  expect(page.routes.filter((route) => !successful.has(route))).toEqual([])
})

test('every test named on the page exists', () => {
  const missing = page.lines.filter(({ proof }) => {
    if (proof === 'table') return false
    const text = read(proof.file)
    return !["'", '"', '`'].some(
      (quote) => text.includes(`(${quote}${proof.name}${quote}`) || text.includes(`  ${quote}${proof.name}${quote},`),
    )
  })
  expect(missing).toEqual([])
})

test('the table of refusals and the page have the same rows', () => {
  const rows = [...refusals, ...idTokenRefusals].map(
    ({ route, status, code, message }) => `${route}: ${status} \`${code}\` ${message}`,
  )
  const lines = page.lines.flatMap(({ route, response, proof }) => (proof === 'table' ? [`${route}: ${response}`] : []))
  expect([...new Set(lines)].toSorted()).toEqual([...new Set(rows)].toSorted())
})

test('every error code of the service stands on the page', () => {
  // What admins and operators do with accounts is no part of the protocol.
  const codes = new Set<string>()
  for (const file of globSync('server/people/{accounts,auth}/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts', 'server/people/accounts/suspend-user.ts', 'server/people/accounts/operator-errors.ts'],
  }))
    for (const [, code = ''] of read(file).matchAll(/new (?:AppError|AuthenticationFailed)\(\s*\d+,\s*'(\w+)'/g))
      codes.add(code)
  expect(codes.size).toBeGreaterThan(50)
  const text = page.lines.map(({ response }) => response).join('\n')
  expect([...codes].filter((code) => !text.includes(`\`${code}\``))).toEqual([])
})
