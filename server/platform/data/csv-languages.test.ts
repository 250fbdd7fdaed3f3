import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestAccount } from '../../../tests/support/accounts.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'

const market = await openForTests({ config: { languages: ['en', 'de'] }, listens: true })
const [admin, seller] = await signUpAll(market, 'admin', 'seller')
const alone = await openForTests()
const [adminAlone, sellerAlone] = await signUpAll(alone, 'admin', 'seller')

async function headings(path: string, as: TestAccount, accepted?: string, of = market): Promise<string> {
  const headers = { ...as.headers, ...(accepted && { 'accept-language': accepted }) }
  const { statusCode, body } = await of.app.inject({ url: `/api/${path}.csv`, headers })
  expect(statusCode).toBe(200)
  return body.slice(1).split('\r\n', 1)[0] ?? ''
}

test.each([
  [
    'admin/products',
    'ID,Name,Price,Seller ID,Flash Sale,Weight (g),Delivery',
    'ID,Name,Preis,Verkäufer-ID,Blitzangebot,Gewicht (g),Lieferung',
  ],
  [
    'admin/orders',
    'Order ID,Buyer ID,Total Amount,Order Date (UTC),Status,Payment Method',
    'Bestellnr.,Käufer-ID,Gesamtbetrag,Bestelldatum (UTC),Status,Zahlungsart',
  ],
  [
    'admin/users',
    'User ID,Name,Email,Role,Created (UTC),Last sign-in (UTC),State',
    'Benutzer-ID,Name,E-Mail,Rolle,Erstellt (UTC),Letzte Anmeldung (UTC),Status',
  ],
  [
    'admin/reviews',
    'Review,Product ID,Product,Rating,Text,Answer from the seller,Buyer,Status,Open reports,Date (UTC)',
    'Bewertung,Produkt-ID,Produkt,Sterne,Text,Antwort des Verkäufers,Käufer,Status,Offene Meldungen,Datum (UTC)',
  ],
  [
    'admin/activity',
    'Time (UTC),Admin ID,Admin,Action,Target,From,To,Reason',
    'Zeit (UTC),Admin-ID,Admin,Aktion,Betrifft,Vorher,Nachher,Grund',
  ],
  [
    'seller/products',
    'ID,Name,Price,Total Orders,Total Sales,On hand,Reserved,Cancelled and returned,Weight (g),Delivery',
    'ID,Name,Preis,Bestellungen,Umsatz,Bestand,Reserviert,Storniert und zurückgegeben,Gewicht (g),Lieferung',
  ],
  [
    'seller/orders',
    'Order,Ordered (UTC),Status,Ship by (UTC),Name,Address,City,Postal code,Country,Product ID,Product,Unit price,Units,' +
      'Cancelled,Sent,To send,Returned,Payment,Sold,Cancelled and returned,Net',
    'Bestellung,Bestellt (UTC),Status,Versand bis (UTC),Name,Adresse,Ort,Postleitzahl,Land,Produkt-ID,Produkt,Stückpreis,Stück,' +
      'Storniert,Versandt,Zu versenden,Zurückgegeben,Zahlung,Verkauft,Storniert und zurückgegeben,Netto',
  ],
])('the headings of %s.csv are in the language of the reader', async (path, english, german) => {
  const as = path.startsWith('admin') ? admin : seller
  expect(await headings(path, as, 'de-DE,de;q=0.9')).toBe(german)
  for (const accepted of ['en', 'fr', undefined]) expect(await headings(path, as, accepted)).toBe(english)
  const asAlone = path.startsWith('admin') ? adminAlone : sellerAlone
  expect(await headings(path, asAlone, 'de', alone)).toBe(english)
})

test('a long file is in one language to its end', async () => {
  await sql`
    insert into orders (order_number, buyer_id, order_state, total_count, products_id, shipping_address, payment_method)
    select number, ${admin.user_id}, 'delivered', 1, '["PRD00001"]', '{}', 'paypal'
    from generate_series(1, 2500) number`.execute(market.db)
  const { port } = market.app.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/orders.csv`, {
    headers: { ...admin.headers, 'accept-language': 'de' },
  })
  const [, ...rows] = (await response.text()).trimEnd().split('\r\n')
  expect(rows).toHaveLength(2500)
  expect(new Set(rows.map((row) => row.split(',').at(-2)))).toEqual(new Set(['Zugestellt']))
})
