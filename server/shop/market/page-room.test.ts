import { expect, test } from 'vitest'
import type { MarketSettings } from '../../../shared/market/schema.ts'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openWithPages } from '../../../tests/support/open-for-tests.ts'

const market = await openWithPages({ config: { demo: false } })
const admin = await makeAdmin(market)

/** Returns the code of a refusal, and undefined for a change that was made. */
async function send(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) {
  const { body: answer } = await call<{ code?: string }>(market, method, `/api/admin/${path}`, { as: admin, body })
  expect(await stateBytes()).toBeLessThan(8_000)
  return answer.code
}

async function read<Settings extends object>(path: string) {
  return (await call<Settings & { revision: number }>(market, 'GET', `/api/admin/${path}`, { as: admin })).body
}

async function stateBytes() {
  const { body } = await market.app.inject('/no-such-page')
  const [, state = ''] = /"market":({.*?})},"loaded":/.exec(body) ?? []
  return Buffer.byteLength(state)
}

const save = async (changes: object) => send('PUT', 'market', { ...(await read<MarketSettings>('market')), ...changes })
const long = (length: number, name = '') => name.padEnd(length, '市')

async function publish(slug: string) {
  await send('PUT', `pages/${slug}`, { title: long(100), body: '<p>Text</p>', revision: 1 })
  return send('POST', `pages/${slug}/publish`, { revision: 2 })
}

async function showInFooter(slug: string, in_footer: boolean) {
  return send('PATCH', `pages/${slug}`, { in_footer, revision: (await read(`pages/${slug}`)).revision })
}

test("names, titles and texts in any script leave at most 8,000 bytes of the marketplace in a page's state; more is refused", async () => {
  const contact = Array.from({ length: 6 }, (_, at) => long(100, String(at))).join('\n')
  expect([await save({ name: long(60), about: long(500), contact }), await publish('terms')]).toEqual([
    undefined,
    undefined,
  ])
  const added: (string | undefined)[] = []
  for (let number = 0; number < 25; number++)
    added.push(await send('POST', 'categories', { name: long(40, `${number}<`), slug: `long-${number}` }))
  expect(new Set(added)).toEqual(new Set([undefined, 'texts_too_long']))
  // Other languages need some of the room.
  expect(await stateBytes()).toBeGreaterThan(6_000)
  expect([await publish('privacy'), await publish('imprint')]).toContain('texts_too_long')
  expect(await save({ facebook: `https://social.example/${long(170)}` })).toBe('texts_too_long')
  // Room for other texts, until these need it.
  expect(await showInFooter('terms', false)).toBe(undefined)
  const renamed: (string | undefined)[] = []
  for (const slug of ['audio', 'cameras', 'computers', 'fashion', 'gaming', 'phones', 'speakers', 'toys', 'tvs'])
    renamed.push(await send('PUT', `categories/${slug}`, { name: long(40, slug), slug, is_hidden: false, revision: 1 }))
  expect(new Set(renamed)).toEqual(new Set([undefined, 'texts_too_long']))
  expect(await showInFooter('terms', true)).toBe('texts_too_long')
  expect(await save({ about: '' })).toBe(undefined)
})
