import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { Db } from '../../../db/tables.ts'
import type { SearchResult } from '../../../shared/catalog/schema.ts'
import { signUp } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openDatabaseInLocale } from '../../../tests/support/empty-database.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProducts, deleteProduct } from '../../../tests/support/products.ts'
import { checkRows } from '../../operate/check/check-invariants.ts'
import { countWords, countWordsWhenDue } from './index-queries.ts'
import { readWithin } from './word-queries.ts'

const market = await openForTests()
await buildProducts(market, [
  { product_name: 'Noise-cancelling headphones Larkfield', product_category: ['Audio'] },
  { product_name: 'Crème brûlée torch', product_category: ['Home & Furniture'] },
  { product_name: 'Corner sofa', product_category: ['Home & Furniture'] },
  { product_name: 'Беспроводные Наушники', product_category: ['Audio'] },
  { product_name: 'Ασύρματα Ακουστικά', product_category: ['Audio'] },
  { product_name: '東京タワー模型', product_category: ['Toys'] },
  { product_name: 'سماعات لاسلكية', product_category: ['Audio'] },
  { product_name: 'IŞIKLI Çaydanlık', product_category: ['Home & Furniture'] },
  { product_name: 'Strassenkarte', product_category: ['Automotive'] },
])
await countWords(market.db)

async function search(q: string, more = '') {
  const { body } = await call<SearchResult>(market, 'GET', `/api/search?q=${encodeURIComponent(q)}${more}`)
  return { names: body.products.map(({ product_name }) => product_name), widened: body.widened }
}

async function rulesBroken() {
  const { findings } = await checkRows(market.db)
  return findings.filter(({ rule }) => rule === 'product_search has the products of the shop')
}

describe('words', () => {
  test.each([
    ['larkfield headphones', 'Noise-cancelling headphones Larkfield', 'words'],
    ['noise cancelling', 'Noise-cancelling headphones Larkfield', 'words'],
    ['noisecancelling', 'Noise-cancelling headphones Larkfield', 'words'],
    ['headphnes', 'Noise-cancelling headphones Larkfield', 'corrected'],
    ['haedphonse', 'Noise-cancelling headphones Larkfield', 'corrected'],
    ['hxadphxnes', 'Noise-cancelling headphones Larkfield', 'corrected'],
    ['hedphons', 'Noise-cancelling headphones Larkfield', 'corrected'],
    ['headphhonees', 'Noise-cancelling headphones Larkfield', 'corrected'],
    ['larkxeld', 'Noise-cancelling headphones Larkfield', 'corrected'],
    ['sofas', 'Corner sofa', 'words'],
    ['toys', '東京タワー模型', 'words'],
    ['НАУШНИКИ беспр', 'Беспроводные Наушники', 'words'],
    ['наушнки', 'Беспроводные Наушники', 'corrected'],
    ['ακουστικα ασυρματα', 'Ασύρματα Ακουστικά', 'words'],
    ['لاسلكية سَمَّاعات', 'سماعات لاسلكية', 'words'],
    ['n1 n2 n3 n4 n5 n6 n7 larkfield', 'Noise-cancelling headphones Larkfield', 'any'],
    ['模型東京', '東京タワー模型', 'any'],
  ])('%s finds %s by %s', async (text, name, step) => {
    const { names, widened } = await search(text)
    expect(names[0]).toBe(name)
    expect(widened?.step).toBe(step)
    expect((await search(text, '&exact=1')).names).toEqual([])
  })

  test.each([
    ['creme brulee', 'Crème brûlée torch'],
    ['crème', 'Crème brûlée torch'],
    ['isikli caydanlik', 'IŞIKLI Çaydanlık'],
    ['Straßenkarte', 'Strassenkarte'],
  ])('%s finds %s despite other accents', async (text, name) => {
    const { names } = await search(text, '&exact=1')
    expect(names).toEqual([name])
    expect((await search(text)).widened).toBeUndefined()
  })

  test('beyond the eighth are ignored', async () => {
    expect(await search('n1 n2 n3 n4 n5 n6 n7 n8 larkfield')).toEqual({ names: [], widened: undefined })
  })

  test('find products that are listed after those whose names contain the text', async () => {
    const { names, widened } = await search('a torch')
    expect(names).toEqual(['Crème brûlée torch'])
    expect(widened).toEqual({ step: 'any', text: 'a torch', exact: 0 })
    const [one] = await buildProducts(market, [{ product_name: 'Torch creme tray', product_category: ['Toys'] }])
    expect(await search('torch crème')).toEqual({
      names: ['Torch creme tray', 'Crème brûlée torch'],
      widened: { step: 'words', text: 'torch crème', exact: 1 },
    })
    await deleteProduct(market, one?.product_id as string)
  })

  test('find products beside as many others whose names contain the text', async () => {
    const names = ['Mintoysmith hammer', 'Mintoyster knife']
    await buildProducts(
      market,
      names.map((product_name) => ({ product_name, product_category: ['Groceries'] })),
    )
    expect((await search('toys')).names).toEqual([...names, '東京タワー模型'])
  })

  test('include a new seller name at once', async () => {
    const seller = await signUp(market, { role: 'seller' })
    await buildProducts(market, [{ product_name: 'Reading lamp', seller_id: seller.user_id }])
    await call(market, 'PUT', '/auth/v1/user', { as: seller, body: { data: { display_name: 'Thistledown Goods' } } })
    expect((await search('thistledown lamp')).names[0]).toBe('Reading lamp')
    expect(await rulesBroken()).toEqual([])
  })

  test('include the new name of a large seller once a task has reindexed the products', async () => {
    const seller = await signUp(market, { role: 'seller' })
    const products = Array.from({ length: 700 }, (_, at) => ({
      product_name: `Peg ${at}`,
      seller_id: seller.user_id,
    }))
    await buildProducts(market, products)
    for (const display_name of ['Bramblewick', 'Quernstone']) {
      await call(market, 'PUT', '/auth/v1/user', { as: seller, body: { data: { display_name } } })
      expect(await rulesBroken()).toEqual([])
      const found = async () =>
        (await call<SearchResult>(market, 'GET', `/api/search?q=${display_name}%20peg`)).body.total
      await vi.waitFor(async () => expect(await found()).toBe(700), { timeout: 60_000 })
    }
    expect((await search('Bramblewick peg')).widened?.step).toBe('any')
    // The one with both words is read twice, and not all with one of them are read.
    expect((await call<SearchResult>(market, 'GET', '/api/search?q=5%20peg')).body.total_is_exact).toBe(false)
  })

  test('are counted again when they have changed', async () => {
    const { db } = market
    const find = () => db.selectFrom('search_words').select('word').where('word', 'like', 'zyx%').execute()
    // PostgreSQL's own analysis of the table would be a reason to count again.
    await sql`alter table product_search set (autovacuum_enabled = false)`.execute(db)
    await countWords(db)
    await buildProducts(market, [{ product_name: 'Zyxter' }])
    await vi.waitFor(
      async () => {
        await countWordsWhenDue(db)
        expect(await find()).toEqual([{ word: 'zyxter' }])
      },
      { timeout: 60_000, interval: 200 },
    )
    // Nothing changes any more, so the words are not counted again once the statistics of earlier changes are complete.
    await vi.waitFor(
      async () => {
        await db.deleteFrom('search_words').where('word', '=', 'zyxter').execute()
        await countWordsWhenDue(db)
        expect(await find()).toEqual([])
      },
      { timeout: 60_000, interval: 200 },
    )
  })

  test('delay a search only until a timeout', async () => {
    expect(await readWithin(market.db, 20, (tx) => sql`select pg_sleep(10)`.execute(tx))).toBeUndefined()
  })

  test.each([
    "locale_provider libc locale 'C'",
    "locale_provider icu icu_locale 'tr' locale 'C'",
    "locale_provider icu icu_locale 'de' locale 'C'",
  ])('are the same in a database with %s', async (locale) => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_functiondef(oid) as definition from pg_proc
      where proname in ('fold_text', 'words_text') order by proname`.execute(market.db)
    const texts = [
      'IŞIKLI İ ı',
      'STRASSE Straße ẞ',
      'Crème BRÛLÉE',
      'Наушники Ёлка',
      'Ακουστικά ΣΟΦΟΣ',
      'TITLE-tile 東京',
    ]
    const wordsIn = async (db: Db) =>
      (
        await sql`select words_text(text) from unnest(${texts}::text[]) with ordinality as given (text, at) order by at`.execute(
          db,
        )
      ).rows
    const other = await openDatabaseInLocale(locale)
    try {
      await sql`create extension unaccent`.execute(other.db)
      for (const { definition } of rows) await sql.raw(definition).execute(other.db)
      expect(await wordsIn(other.db)).toEqual(await wordsIn(market.db))
    } finally {
      await other.drop()
    }
  })

  test('are those of products in the shop, and typos are corrected to them after the next count', async () => {
    const [first] = await buildProducts(market, [{ product_name: 'Quillon Quillon-stand', product_category: ['Toys'] }])
    expect((await search('stand quillon')).names).toEqual(['Quillon Quillon-stand'])
    await countWords(market.db)
    expect((await search('quilon')).names).toEqual(['Quillon Quillon-stand'])
    await deleteProduct(market, first?.product_id as string)
    expect((await search('quillon')).names).toEqual([])
    expect((await search('quilon')).names).toEqual([])
    await countWords(market.db)
    expect((await search('quilon')).names).toEqual([])
    expect(await rulesBroken()).toEqual([])
  })
})
