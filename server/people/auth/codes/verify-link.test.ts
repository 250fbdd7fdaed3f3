import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'

// Broken links: forwarded, cut off, invented.
const testApp = await openForTests({ config: { siteUrl: 'https://shop.example' } })

const open = (query: string, headers: Record<string, string> = {}) =>
  testApp.app.inject({ url: `/auth/v1/verify${query}`, headers })
const EXPIRED = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb='

test.each([
  ['?token=x&type=signup', `https://shop.example/${EXPIRED}`],
  [`?token=${'x'.repeat(5000)}&type=signup`, `https://shop.example/${EXPIRED}`],
  ['?token=%00&type=signup', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=unknown', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=sms', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=__proto__', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=constructor', `https://shop.example/${EXPIRED}`],
  ['?token_hash=x&type=recovery', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=signup&redirect_to=https://shop.example/a%3Fb=c', `https://shop.example/a?b=c${EXPIRED}`],
  ['?token=x&type=signup&redirect_to=https://evil.example/', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=signup&redirect_to=//evil.example/', `https://shop.example/${EXPIRED}`],
  ['?token=x&type=signup&redirect_to=a&redirect_to=b', `https://shop.example/${EXPIRED}`],
])('redirects to the site with the error: %s', async (query, location) => {
  const response = await open(query)
  expect([response.statusCode, response.headers.location]).toEqual([303, location])
  expect(response.headers['cache-control']).toBe('no-store')
})

test('with PKCE the error is in the query, too', async () => {
  const { headers } = await open('?token=pkce_x&type=magiclink')
  const url = new URL(headers.location as string)
  expect(url.searchParams.get('error_code')).toBe('otp_expired')
  expect(url.hash).toContain('error_code=otp_expired')
})

test.each([
  ['server_error', 'unexpected_failure', sql`raise sqlstate 'XX000'`],
  ['temporarily_unavailable', 'busy', sql`raise sqlstate '53300'`],
])('redirects to the site when the database fails, too: %s', async (error, error_code, failure) => {
  await sql`create or replace function fail() returns trigger language plpgsql as $$
    begin ${failure}; end $$`.execute(testApp.db)
  await sql`create trigger failing before update on one_time_codes execute function fail()`.execute(testApp.db)
  const { statusCode, headers } = await open('?token=x&type=signup')
  await sql`drop trigger failing on one_time_codes`.execute(testApp.db)
  const { origin, hash } = new URL(String(headers.location))
  const errorParameters = Object.fromEntries(new URLSearchParams(hash.slice(1)))
  expect([statusCode, origin, errorParameters]).toMatchObject([303, 'https://shop.example', { error, error_code }])
})

test('without a target the referring page is the target, if it is ours', async () => {
  const from = async (referer: string) => (await open('?token=x&type=signup', { referer })).headers.location
  expect(await from('https://shop.example/mail')).toBe(`https://shop.example/mail${EXPIRED}`)
  expect(await from('https://mail.example/inbox')).toBe(`https://shop.example/${EXPIRED}`)
})

test.each([
  ['', 'Verify requires a token or a token hash'],
  ['?token=&type=signup', 'Verify requires a token or a token hash'],
  ['?token=a&token=b&type=signup', 'Verify requires a token or a token hash'],
  ['?token=x&type=a&type=b', 'Verify requires a verification type'],
])('a link with missing parameters is a plain 400: %j', async (query, msg) => {
  const response = await open(query)
  expect([response.statusCode, response.json()]).toEqual([400, { code: 400, error_code: 'validation_failed', msg }])
})
