import { expect, test } from 'vitest'
import { signUp } from '../../../tests/support/accounts.ts'
import { tableRefusal } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'

const testApp = await openForTests()
const account = await signUp(testApp, { email: 'known+tag@example.com' })

async function lookUp(query: string) {
  const headers = { apikey: testApp.deps.secrets.apiKey }
  const response = await testApp.app.inject({ url: `/rest/v1/users${query}`, headers })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const by = (email: string) => `?email=eq.${encodeURIComponent(email)}`

test('finds an account by its exact address in any spelling', async () => {
  for (const email of ['known+tag@example.com', ' Known+Tag@EXAMPLE.com ']) {
    const response = await lookUp(by(email))
    expect([response.status, response.body]).toEqual([200, [{ id: account.user_id, email: account.email }]])
    expect(response.headers['cache-control']).toBe('no-store')
  }
  expect((await lookUp(`${by(account.email)}&select=id`)).body).toEqual([{ id: account.user_id }])
  expect((await lookUp(`${by(account.email)}&select=id,email`)).body).toEqual([
    { id: account.user_id, email: account.email },
  ])
})

test.each([
  '',
  '?select=*',
  '?email=eq.*',
  '?email=eq.%25',
  '?email=eq.',
  '?email=eq.unknown@example.com',
  `?email=eq.${encodeURIComponent("' or 1=1 --")}`,
])('without the exact address there are no rows: %j', async (query) => {
  const response = await lookUp(query)
  expect([response.status, response.body]).toEqual([200, []])
})

test.each([
  ['email', '?email=known%2Btag@example.com'],
  ['email', '?email=like.*'],
  ['email', '?email=eq.%00'],
  ['email', '?email=ilike.%25'],
  ['email', '?email=neq.x@example.com'],
  ['or', '?or=(email.neq.x)'],
  ['id', '?id=not.is.null'],
  ['id', `?email=eq.${'known@example.com'}&id=eq.1`],
  ['limit', '?email=eq.known@example.com&limit=x'],
])('C1: a filter that is not applied is refused and named: %s in %j', async (name, query) => {
  const response = await lookUp(query)
  expect([response.status, response.body]).toEqual([400, tableRefusal(expect.stringContaining(name))])
})

test('refuses other columns, and a repeated filter', async () => {
  const hidden = await lookUp(`${by(account.email)}&select=password_hash`)
  expect(hidden).toMatchObject({ status: 400, body: tableRefusal() })
  expect((await lookUp(`${by(account.email)}&email=eq.x@example.com`)).status).toBe(400)
})

test('draws the same symmetric picture for the same user, without revealing the address', async () => {
  const user = await testApp.app.inject({ url: '/auth/v1/user', headers: account.headers })
  const path: string = user.json().user_metadata.avatar_url
  const first = await testApp.app.inject({ url: path })
  expect(first.statusCode).toBe(200)
  expect(first.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect((await testApp.app.inject({ url: path })).body).toBe(first.body)
  expect(path).not.toContain('known')
  for (const wrong of ['/avatars/x.svg', path.replace('.svg', ''), path.replace('.svg', '.png')])
    expect((await testApp.app.inject(wrong)).statusCode).toBe(404)

  const corners = [...first.body.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x},${y}`)
  expect(corners.length).toBeGreaterThan(0)
  const mirrored = corners.map((corner) => {
    const [x, y] = corner.split(',').map(Number) as [number, number]
    return `${24 + 24 + 4 * 16 - x},${y}`
  })
  expect(mirrored.sort()).toEqual(corners.sort())

  const other = await signUp(testApp)
  const otherUser = await testApp.app.inject({ url: '/auth/v1/user', headers: other.headers })
  expect(otherUser.json().user_metadata.avatar_url).not.toBe(path)
})
