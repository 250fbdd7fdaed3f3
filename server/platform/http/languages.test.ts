import { expect, onTestFinished, test } from 'vitest'
import type { Paying } from '../../../shared/payments/schema.ts'
import { signUp } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout, postOrder } from '../../../tests/support/api.ts'
import { openForTests, PAID } from '../../../tests/support/open-for-tests.ts'
import { answerStep } from '../../../tests/support/payments.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { readConfig } from '../config/config.ts'
import { openLanguages } from '../config/languages.ts'

const languagesOf = (LANGUAGES: string) => ({ languages: readConfig({ LANGUAGES }, false).languages })

const market = await openForTests({ config: languagesOf('en,de'), listens: true })
const buyer = await signUp(market)

const GERMAN = 'Geben Sie eine gültige Bestellnummer ein!'
const ENGLISH = 'Enter valid order id!'

/** Returns the message of the refusal of an order that does not exist. */
async function refusal(accepted: string | undefined, { of = market, as = buyer } = {}): Promise<unknown> {
  const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted }
  const { status, body } = await call(of, 'GET', '/api/orders/ORD99999', { as, headers })
  expect([status, body.code]).toEqual([404, 'order_not_found'])
  return body.message
}

test.each(['de', 'de-AT,de;q=0.9', 'de-CH', ' de ', 'de;q=0.5,en'])(
  'a client that accepts %s reads German',
  async (accepted) => expect(await refusal(accepted)).toBe(GERMAN),
)

const OTHERS = ['en', 'en-GB,de', 'fr', 'fr,de', undefined, '', '*', ',,,', ';', '__proto__', 'constructor', 'deutsch']

test.each([...OTHERS, 'en-XA'])('a client that accepts %s reads the first language', async (accepted) =>
  expect(await refusal(accepted)).toBe(ENGLISH),
)

test('the length of the header makes no difference', async () => {
  expect(await refusal(`de,${'x'.repeat(12_000)}`)).toBe(GERMAN)
  expect(await refusal('de-'.repeat(4_000))).toBe(GERMAN)
  expect(await refusal(','.repeat(12_000))).toBe(ENGLISH)
})

test('a text with values is in the language of the request', async () => {
  const limited = await openForTests({ config: { ...languagesOf('en,de'), rateLimits: true, writesPerHour: 2 } })
  const { product_id } = await buildProduct(limited)
  const as = await signUp(limited)
  const write = async (language: string) => {
    const headers = { 'accept-language': language }
    return (await call(limited, 'PUT', `/api/cart/items/${product_id}`, { as, body: { quantity: 1 }, headers })).body
  }
  for (const language of ['de', 'en', 'de']) await write(language)
  expect((await write('de')).message).toMatch(
    /^Sie haben innerhalb einer Stunde 2 Änderungen vorgenommen; .* in \d+ Minuten erneut\.$/,
  )
  expect((await write('en')).message).toMatch(/^You have made 2 changes within an hour, .* in \d+ minutes\.$/)
})

test('a refusal before the body is read is in the language of the request', async () => {
  const { port } = market.app.server.address() as { port: number }
  const send = async (body: string, language: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/orders`, {
      method: 'POST',
      headers: { ...buyer.headers, 'content-type': 'application/json', 'accept-language': language },
      body,
    })
    return ((await response.json()) as { message: string }).message
  }
  const large = JSON.stringify('x'.repeat(2_000_000))
  expect(await send(large, 'de')).toBe('Die Anfrage ist zu groß.')
  expect(await send(large, 'en')).toBe('The request is too large.')
  expect(await send('{', 'de')).toBe('Die Anfrage konnte nicht gelesen werden.')
})

test('concurrent requests, even with a shared statement, are each answered in their own language', async () => {
  const read = async (path: string, language: string) =>
    (await call(market, 'GET', path, { as: buyer, headers: { 'accept-language': language } })).body.message
  const both = ['/api/products/PRD99999', '/api/orders/ORD99999'].flatMap((path) =>
    Array.from({ length: 40 }, (_, index) => ({ path, language: index % 3 ? 'de' : 'en' })),
  )
  const found = await Promise.all(both.map(({ path, language }) => read(path, language)))
  const texts: Record<string, string> = { de: 'Produkt nicht gefunden', en: 'Product not found' }
  const expected = both.map(({ path, language }) =>
    path.includes('products') ? texts[language] : language === 'de' ? GERMAN : ENGLISH,
  )
  expect(found).toEqual(expected)
})

test('a page has the language of its address, whatever a browser accepts', async () => {
  const title = async (path: string, language: string) => {
    const { body } = await market.app.inject({
      url: path,
      headers: { 'accept-language': language, accept: 'text/html' },
    })
    return /<html lang="([^"]+)"/.exec(body)?.[1]
  }
  const link = '/verify?token=x&type=recovery'
  expect(await title(link, 'de')).toBe('en')
  expect(await title(`/de${link}`, 'en')).toBe('de')
  expect((await market.app.inject(`/en${link}`)).statusCode).toBe(404)
})

test('the bank returns a buyer to a page in their language', async () => {
  const paid = await openForTests({ config: { ...PAID, ...languagesOf('en,de') }, listens: true })
  const { product_id } = await buildProduct(paid)
  const comesBackTo = async (language: string) => {
    const { headers } = await signUp(paid)
    const as = { headers: { ...headers, 'accept-language': language } }
    await addToCart(paid, as, product_id)
    const paying = await postOrder<Paying>(paid, as, { ...checkout, payment_token: 'pm_card_threeDSecure2Required' })
    return (await answerStep(paid, paying, 'approve')).return_url?.slice(paid.config.siteUrl.length)
  }
  expect(await comesBackTo('de')).toMatch(/^\/de\/checkout\/return\?checkout=/)
  expect(await comesBackTo('en')).toMatch(/^\/checkout\/return\?checkout=/)
})

test('with one language every request and account gets it, whatever it accepts', async () => {
  const alone = await openForTests()
  const as = await signUp(alone)
  for (const accepted of ['de', 'de-AT,de;q=0.9', ...OTHERS])
    expect.soft(await refusal(accepted, { of: alone, as })).toBe(ENGLISH)
  expect((await alone.app.inject('/de/verify?token=x&type=recovery')).statusCode).toBe(404)
})

test('requests that accept no listed language get the first', async () => {
  onTestFinished(() => openLanguages(['en']))
  const german = await openForTests({ config: languagesOf('de,en') })
  const as = await signUp(german)
  for (const accepted of ['de', 'fr', undefined, '*']) expect(await refusal(accepted, { of: german, as })).toBe(GERMAN)
  expect(await refusal('en-US,en', { of: german, as })).toBe(ENGLISH)
  expect(await refusal(undefined)).toBe(ENGLISH)
})
