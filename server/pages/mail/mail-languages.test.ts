import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inLanguage } from '../../../db/request-context.ts'
import type { LanguageCode } from '../../../shared/kernel/languages.ts'
import { notificationText } from '../../../shared/notifications/kind-messages.ts'
import type { Notifications } from '../../../shared/notifications/schema.ts'
import { callAuth, makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call, checkout } from '../../../tests/support/api.ts'
import { asSeller, orderOf, readAsSeller, unitsOf } from '../../../tests/support/fulfilment.ts'
import { openForTests, PAID } from '../../../tests/support/open-for-tests.ts'
import { mailsTo, messageTo, untilMailed } from '../../../tests/support/outbox.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { openStockClient, STOCK_CLIENTS } from '../../../tests/support/stock-clients.ts'
import { openLanguages } from '../../platform/config/languages.ts'

const open = (languages: [LanguageCode, ...LanguageCode[]]) =>
  openForTests({ config: { ...PAID, languages, messageGapSeconds: 0 }, listens: true })

const market = await open(['en', 'de'])
const { siteUrl } = market.config
const lamp = await buildProduct(market, { product_price: 12.5 })
const GERMAN_AMOUNT = '12,50\u00a0$'

/** Orders a lamp in a German browser; returns the order's id, and its mail to the buyer. */
async function orderMail(buyer: TestAccount, of = market, product = lamp) {
  const as = { headers: { ...buyer.headers, 'accept-language': 'de' } }
  const { order_id } = await orderOf(of, as, [[product, 1]], { ...checkout, payment_method: 'bank_transfer' })
  await untilMailed(of, order_id)
  const [mail] = await mailsTo(of, buyer, order_id)
  if (!mail) throw new Error('there is no mail about the order')
  return { order_id, mail }
}

/** Requests a new password; returns the mail. */
async function recoveryMail({ email }: TestAccount, of = market, headers: Record<string, string> = {}) {
  expect((await callAuth(of, 'POST', '/recover', { body: { email }, headers })).status).toBe(200)
  return messageTo(of, email)
}

test('an account that was made in German gets German mails, whose links lead to German pages', async () => {
  const buyer = await signUp(market, { data: { language: 'de' } })
  const { order_id, mail } = await orderMail(buyer)
  expect(mail.subject).toBe(`Ihre Bestellung ${order_id}`)
  expect(mail.html).toContain('<html lang="de">')
  for (const written of [mail.text, mail.html]) {
    expect(written).toContain(GERMAN_AMOUNT)
    expect(written).toContain('Zahlung ausstehend')
    expect(written).toContain(`${siteUrl}/de/order-tracking?orderId=${order_id}`)
    expect(written).not.toMatch(/\$12\.50|Awaiting payment/)
  }
  // Pictures have one address in all languages.
  const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
  expect(links.filter((link) => !link?.startsWith(`${siteUrl}/de/`))).toEqual([])
  const pictures = [...mail.html.matchAll(/src="([^"]+)"/g)].map(([, address]) => address)
  expect(pictures.filter((address) => address?.startsWith(`${siteUrl}/de/`))).toEqual([])
  expect(pictures).toHaveLength(1)
})

test('the link of a German mail opens a page in German, which leads to German pages', async () => {
  const buyer = await signUp(market, { data: { language: 'de' } })
  const { subject, link } = await recoveryMail(buyer)
  expect(subject).toBe('Setzen Sie Ihr Passwort zurück')
  expect(link.startsWith(`${siteUrl}/de/verify?`)).toBe(true)
  const path = link.slice(siteUrl.length)
  const page = (await market.app.inject({ url: path, headers: { 'accept-language': 'en' } })).body
  expect(page).toContain('<html lang="de"')
  expect(page).toContain('Der Link funktioniert nur einmal.')
  expect(page).toContain('<form method="post" action="/de/verify">')
  const redeem = () => {
    const payload = new URL(link).searchParams.toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return market.app.inject({ method: 'POST', url: '/de/verify', payload, headers })
  }
  const redeemed = await redeem()
  expect([redeemed.statusCode, redeemed.headers.location]).toEqual([303, expect.stringContaining('#access_token=')])
  const again = await redeem()
  expect(again.statusCode).toBe(410)
  expect(again.body).toContain('<a href="/de/authentication?step=forgot-password">Neuen Link anfordern</a>')
  expect(again.body).toContain('<a href="/de/">')
})

test('each recipient is mailed about an order in their own language, and notified in any', async () => {
  const free = await openForTests({ config: { languages: ['en', 'de'] } })
  const buyer = await signUp(free, { data: { language: 'de' } })
  const seller = await signUp(free, { role: 'seller', data: { display_name: 'Lampenladen' } })
  const lamp = await buildProduct(free, { seller_id: seller.user_id, product_price: 12.5 })
  const { order_id } = await orderOf(free, buyer, [[lamp, 2]])
  const { revision } = await readAsSeller(free, seller, order_id)
  const german = { headers: { ...seller.headers, 'accept-language': 'de' } }
  const body = { revision, lines: unitsOf([[1, 1]]), reason: 'out_of_stock' }
  expect((await asSeller(free, german, order_id, 'cancel', body)).status).toBe(200)
  await sql`update order_events set created_at = created_at - interval '2 minutes'`.execute(free.db)
  await expect.poll(() => mailsTo(free, buyer, 'storniert')).toHaveLength(1)

  const [ofBuyer] = await mailsTo(free, buyer, 'storniert')
  expect(ofBuyer?.subject).toBe(`Ein Teil Ihrer Bestellung ${order_id} wurde storniert`)
  for (const part of ['Nicht auf Lager', GERMAN_AMOUNT, `${siteUrl}/de/order-tracking?orderId=${order_id}`])
    expect(ofBuyer?.text).toContain(part)
  const [ofSeller] = await mailsTo(free, seller, `New order ${order_id}-1`)
  expect(ofSeller?.text).toContain('$25.00')
  expect(ofSeller?.text).toContain(`${siteUrl}/seller/orders/${order_id}`)

  const shown = async (as: TestAccount, kind: string, language: LanguageCode) => {
    const { body } = await call<Notifications>(free, 'GET', '/api/notifications', { as })
    const found = body.notifications.find((one) => one.kind === kind)
    return found && inLanguage(language, () => notificationText(found))
  }
  expect(await shown(buyer, 'part_cancelled', 'de')).toEqual({
    title: `Teil Ihrer Bestellung ${order_id} storniert: 1 Artikel von Lampenladen`,
    detail: 'Nicht auf Lager',
  })
  expect((await shown(buyer, 'part_cancelled', 'en'))?.detail).toBe('Out of stock')
  expect((await shown(seller, 'new_order', 'en'))?.title).toMatch(/: ship by \w{3}, \w{3} \d{1,2}$/)
  expect((await shown(seller, 'new_order', 'de'))?.title).toMatch(/: versenden bis \w\w\.?, \d{1,2}\. \S+$/)
})

test.each([
  ['none', {}],
  ['one that this marketplace has not', { language: 'en-XA' }],
  ['a name of objects', { language: '__proto__' }],
  ['5 kB of text', { language: 'de'.repeat(2_500) }],
])('an account whose language is %s gets mails in the first language', async (_what, data) => {
  const buyer = await signUp(market, { data })
  const { order_id, mail } = await orderMail(buyer)
  expect(mail.subject).toBe(`Your order ${order_id}`)
  expect(mail.html).toContain('<html lang="en">')
  expect(mail.text).toContain('$12.50')
  expect(mail.text).toContain(`${siteUrl}/order-tracking?orderId=${order_id}`)
  expect((await recoveryMail(buyer)).link.startsWith(`${siteUrl}/verify?`)).toBe(true)
})

test('a user without a language gets the mails they request in the language of the request', async () => {
  const buyer = await signUp(market)
  const { subject, link } = await recoveryMail(buyer, market, { 'accept-language': 'de' })
  expect(subject).toBe('Setzen Sie Ihr Passwort zurück')
  expect(link.startsWith(`${siteUrl}/de/verify?`)).toBe(true)
})

test('a mail caused by another user is not in that user’s language', async () => {
  const admin = await makeAdmin(market)
  const [english, german] = [await signUp(market), await signUp(market, { data: { language: 'de' } })]
  const suspended = async ({ user_id, email }: TestAccount, language: string) => {
    const headers = { ...admin.headers, 'accept-language': language }
    const body = { reason: 'Fälschungen' }
    expect((await call(market, 'POST', `/api/admin/users/${user_id}/suspend`, { headers, body })).status).toBe(200)
    return (await messageTo(market, email)).subject
  }
  expect(await suspended(english, 'de')).toBe('Your account was suspended')
  expect(await suspended(german, 'en')).toBe('Ihr Konto wurde gesperrt')
})

test.each(STOCK_CLIENTS)('a stock client %s that stores a language changes that of the mails', async (version) => {
  const { port } = market.app.server.address() as { port: number }
  const as = await signUp(market, { data: { language: 'en' } })
  const client = await openStockClient(version, { origin: `http://127.0.0.1:${port}`, market, as })
  const change = async (data: object) => expect((await client.auth.updateUser({ data })).error).toBeNull()
  const subjectOfNext = async () => {
    const { mail } = await orderMail(as)
    return mail.subject
  }
  expect(await subjectOfNext()).toMatch(/^Your order /)
  await change({ language: 'de' })
  expect(await subjectOfNext()).toMatch(/^Ihre Bestellung /)
  await change({ language: 'nowhere' })
  expect(await subjectOfNext()).toMatch(/^Your order /)
  await change({ language: 'de' })
  await change({ language: null })
  expect(await subjectOfNext()).toMatch(/^Your order /)
  expect(
    (await client.auth.updateUser({ password: 'another long enough phrase', data: { language: 'de' } })).error,
  ).toBeNull()
  expect((await messageTo(market, as.email)).subject).toBe('Ihr Passwort wurde geändert')
})

test('the first language has addresses without a prefix, in mails too', async () => {
  onTestFinished(() => openLanguages(['en']))
  const german = await open(['de', 'en'])
  const product = await buildProduct(german, { product_price: 12.5 })
  const [first, second] = [await signUp(german), await signUp(german, { data: { language: 'en' } })]
  const ofFirst = await orderMail(first, german, product)
  expect(ofFirst.mail.text).toContain(`${siteUrl}/order-tracking?orderId=${ofFirst.order_id}`)
  expect(ofFirst.mail.text).toContain(GERMAN_AMOUNT)
  const ofSecond = await orderMail(second, german, product)
  expect(ofSecond.mail.text).toContain(`${siteUrl}/en/order-tracking?orderId=${ofSecond.order_id}`)
  expect(ofSecond.mail.text).toContain('$12.50')
})

test('a marketplace with one language mails in it, whatever accounts have chosen', async () => {
  const alone = await open(['en'])
  const product = await buildProduct(alone, { product_price: 12.5 })
  const { mail, order_id } = await orderMail(await signUp(alone, { data: { language: 'de' } }), alone, product)
  expect(mail.subject).toBe(`Your order ${order_id}`)
  expect(mail.text).toContain(`${siteUrl}/order-tracking?orderId=${order_id}`)
})
