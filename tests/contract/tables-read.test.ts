import type { SupabaseClient } from 'supabase-js-2.119'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestAccount } from '../support/accounts.ts'
import { addToCart, postOrder } from '../support/api.ts'
import { openForTests, signUpAll } from '../support/open-for-tests.ts'
import { buildProducts, deleteProduct, readRow } from '../support/products.ts'
import { openStockClient, STOCK_CLIENTS } from '../support/stock-clients.ts'

const market = await openForTests()
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
const [buyer, rival, seller, admin] = await signUpAll(market, 'buyer', 'buyer', 'seller', 'admin')
await buildProducts(market, [
  { product_name: 'Desk lamp', product_price: 20, product_category: ['Home & Lighting'], seller_id: seller.user_id },
  { product_name: 'desk, folding (oak)', product_price: 150.5, product_category: ['Home & Furniture', 'Computers'] },
  { product_name: 'Robot 50% off', product_price: 20, product_category: ['Toys'], flash_sale: true },
  { product_name: 'Radio_1', product_price: 5, product_category: ['Audio'] },
  { product_name: 'Gone', product_price: 1 },
])
await deleteProduct(market, 'PRD00005')
for (const [as, product] of [
  [buyer, 'PRD00001'],
  [rival, 'PRD00002'],
  [buyer, 'PRD00003'],
] as const) {
  await addToCart(market, as, product)
  await postOrder(market, as)
}

describe.each(STOCK_CLIENTS)('supabase-js %s', (version) => {
  let shop: SupabaseClient
  const open = (as?: TestAccount) => openStockClient(version, { origin, market, ...(as && { as }) })
  beforeAll(async () => {
    shop = await open()
  })

  type Filter = (query: ReturnType<ReturnType<SupabaseClient['from']>['select']>) => typeof query
  const numbers = (rows: unknown[] | null) =>
    rows?.map((row) => Number((row as { product_id: string }).product_id.slice(3)))

  const FILTERS: [string, Filter, number[]][] = [
    ['eq', (q) => q.eq('product_id', 'PRD00002'), [2]],
    ['eq of a price', (q) => q.eq('product_price', 20), [1, 3]],
    ['neq', (q) => q.neq('product_price', 20), [2, 4]],
    ['gt and lte', (q) => q.gt('product_price', 5).lte('product_price', 150.5), [1, 2, 3]],
    ['gte and lt', (q) => q.gte('product_price', 5).lt('product_price', 20), [4]],
    ['like', (q) => q.like('product_name', 'Desk%'), [1]],
    ['ilike', (q) => q.ilike('product_name', '%DESK%'), [1, 2]],
    ['ilike with stars', (q) => q.ilike('product_name', '*desk*'), [1, 2]],
    ['ilike of one letter', (q) => q.ilike('product_name', '%p'), [1]],
    ['like with an escaped wildcard', (q) => q.like('product_name', '%50\\% %'), [3]],
    ['like with an escaped underscore', (q) => q.like('product_name', '%o\\_%'), [4]],
    ['in', (q) => q.in('product_id', ['PRD00004', 'PRD00001', 'PRD00005']), [1, 4]],
    ['in with commas and parentheses', (q) => q.in('product_name', ['desk, folding (oak)', 'no']), [2]],
    ['in of nothing', (q) => q.in('product_id', []), []],
    ['is', (q) => q.is('flash_sale', true), [3]],
    ['is null', (q) => q.is('product_name', null), []],
    ['contains', (q) => q.contains('product_category', ['Computers']), [2]],
    ['contains two', (q) => q.contains('product_category', ['Computers', 'Home & Furniture']), [2]],
    ['contains in another letter case', (q) => q.contains('product_category', ['cOMPUTERS', 'home & furniture']), [2]],
    ['ilike of categories', (q) => q.ilike('product_category', '%COMPUT%'), [2]],
    ['ilike of several', (q) => q.or('product_category.ilike.*toy*,product_category.ilike.*TERS'), [2, 3]],
    ['like of categories minds the letter case', (q) => q.like('product_category', '%COMPUT%'), []],
    ['ilike of categories, an escaped wildcard', (q) => q.ilike('product_category', '%\\%%'), []],
    ['not', (q) => q.not('product_price', 'eq', 20), [2, 4]],
    ['not in', (q) => q.not('product_id', 'in', '(PRD00001,PRD00002)'), [3, 4]],
    ['or', (q) => q.or('product_price.lt.10,flash_sale.is.true'), [3, 4]],
    ['or twice', (q) => q.or('product_price.lt.10,flash_sale.is.true').or('product_price.eq.20'), [3]],
    ['nested and, or', (q) => q.or('and(product_price.eq.20,flash_sale.is.false),product_id.in.(PRD00004)'), [1, 4]],
    ['or with quotes', (q) => q.or('product_name.eq."desk, folding (oak)",product_category.cs.{Toys}'), [2, 3]],
    ['not inside or', (q) => q.or('product_price.gt.100,product_name.not.ilike.*o*'), [1, 2]],
    ['filter', (q) => q.filter('total_sales', 'gte', 1), [1, 2, 3]],
    ['match', (q) => q.match({ product_price: 20, flash_sale: true }), [3]],
    ['order', (q) => q.order('product_price', { ascending: false }).order('product_id'), [2, 1, 3, 4]],
    ['order by name', (q) => q.order('product_name'), [1, 2, 4, 3]],
    ['order by price and number', (q) => q.order('product_price').order('product_id'), [4, 1, 3, 2]],
    ['order of a filtered list', (q) => q.eq('product_price', 20).order('total_sales').order('product_id'), [1, 3]],
    ['limit', (q) => q.limit(2), [1, 2]],
    ['range', (q) => q.range(1, 2), [2, 3]],
    ['a range after a filter and an order', (q) => q.gte('product_price', 20).order('product_name').range(1, 1), [2]],
  ]
  // Both versions send the same filters: the older one is tested with a part of each kind.
  const filters = FILTERS.filter((_, at) => version === '2.119' || at % 6 === 0)

  test.each(filters)('reads with %s', async (_what, filter, expected) => {
    const { data, error, status } = await filter(shop.from('products').select('product_id'))
    expect([error, status, numbers(data)]).toEqual([null, 200, expected])
  })

  test('reads whole rows, or only the named columns under their aliases', async () => {
    const named = await shop.from('products').select('id:product_id, product_price').eq('product_id', 'PRD00001')
    expect([named.error, named.data]).toEqual([null, [{ id: 'PRD00001', product_price: 20 }]])
    const whole = await shop.from('products').select().eq('product_id', 'PRD00001').single()
    const row = await readRow(market, 'PRD00001')
    // The client may be on a page of another origin.
    expect(whole.data).toEqual({ ...row, featured_image: `${origin}${row.featured_image}` })
  })

  test.each(['exact', 'planned', 'estimated'] as const)('returns counts: %s', async (count) => {
    const page = await shop.from('products').select('product_id', { count }).range(0, 1)
    expect([page.error, page.status, numbers(page.data)]).toEqual([null, 206, [1, 2]])
    const head = await shop.from('products').select('*', { count, head: true }).eq('product_price', 20)
    expect([head.error, head.data]).toEqual([null, null])
    // A planned count is an estimate.
    if (count !== 'planned') expect([page.count, head.count]).toEqual([4, 2])
    const toys = await shop.from('products').select('*', { count, head: true }).contains('product_category', ['Toys'])
    expect(toys.count).toBe(1)
  })

  test('reads a single row, or reports that there is not exactly one', async () => {
    const from = () => shop.from('products').select('product_id')
    expect((await from().eq('product_id', 'PRD00001').single()).data).toEqual({ product_id: 'PRD00001' })
    expect((await from().eq('product_id', 'PRD00001').maybeSingle()).data).toEqual({ product_id: 'PRD00001' })
    expect(await from().eq('product_id', 'PRD00099').maybeSingle()).toMatchObject({ data: null, error: null })
    for (const [query, rows] of [
      [from().eq('product_id', 'PRD00099'), 0],
      [from().neq('product_id', 'PRD00004'), 3],
    ] as const) {
      const error = { code: 'PGRST116', details: `The result contains ${rows} rows`, hint: null }
      expect(await query.single()).toMatchObject({ status: 406, data: null, error })
    }
    expect(await from().neq('product_id', 'PRD00004').maybeSingle()).toMatchObject({ error: { code: 'PGRST116' } })
  })

  test('refuses a range beyond the end when rows are counted', async () => {
    const beyond = await shop.from('products').select('*', { count: 'exact' }).range(10, 19)
    expect([beyond.status, beyond.error]).toMatchObject([416, { code: 'PGRST103' }])
    expect((await shop.from('products').select().range(10, 19)).data).toEqual([])
  })

  test('C1: an error has a message, a code, details and a hint', async () => {
    const refused: [string, PromiseLike<{ status: number; error: unknown }>, RegExp][] = [
      ['42703', shop.from('products').select('password_hash'), /password_hash/],
      ['42703', shop.from('products').select().eq('visibility', 'deleted'), /visibility/],
      ['42703', shop.from('products').select().order('revision'), /revision/],
      ['not_supported', shop.from('products').select('*, users(email)'), /embedded/],
      ['not_supported', shop.from('products').select('product_price.sum()'), /aggregated/],
      ['PGRST100', shop.from('products').select().textSearch('product_name', 'lamp'), /product_name/],
      ['PGRST100', shop.from('products').select().eq('product_price', 'cheap'), /product_price: must be a number/],
      ['PGRST100', shop.from('products').select().like('product_desc', '%x%'), /product_desc/],
      ['PGRST100', shop.from('products').select().limit(1001), /limit/],
      ['PGRST100', shop.from('products').select().or('(product_price.eq.1'), /or/],
      ['PGRST107', shop.from('products').select().csv(), /text\/csv/],
      ['PGRST205', shop.from('sessions').select(), /no such table/],
      ['PGRST205', shop.rpc('pg_sleep', { seconds: 9 }), /no such table/],
      ['PGRST106', shop.schema('auth').from('users').select(), /schema/],
      ['not_authenticated', shop.from('orders').select(), /not authenticated/],
    ]
    for (const [code, query, message] of refused) {
      const { error, status } = await query
      expect([status >= 400 && status < 500, error]).toEqual([
        true,
        expect.objectContaining({ code, message: expect.stringMatching(message), details: null }),
      ])
      expect(error).toHaveProperty('hint')
    }
  })

  test('A6: users read through the API only what their screens show, whatever the filters', async () => {
    const own = await open(buyer)
    const mine = ['ORD00003', 'ORD00001']
    const ids = (rows: { order_id: string }[] | null) => rows?.map((row) => row.order_id)
    expect(ids((await own.from('orders').select()).data)).toEqual(mine)
    const wide = own.from('orders').select('order_id', { count: 'exact' })
    const all = await wide.or(`buyer_id.eq.${rival.user_id},buyer_id.neq.${rival.user_id}`)
    expect([ids(all.data), all.count]).toEqual([mine, 2])
    expect((await own.from('orders').select().eq('buyer_id', rival.user_id)).data).toEqual([])
    expect((await own.from('orders').select().in('order_id', ['ORD00001', 'ORD00002'])).data).toHaveLength(1)
    expect(await own.from('orders').select().eq('order_id', 'ORD00002')).toMatchObject({
      status: 403,
      error: { message: "You don't have permission to view this order." },
    })
    expect((await (await open(seller)).from('orders').select()).status).toBe(403)

    const office = await open(admin)
    const from = () => office.from('orders').select('order_id', { count: 'exact' })
    expect(await from()).toMatchObject({ count: 3, data: [{ order_id: 'ORD00003' }, {}, {}] })
    const since = new Date(Date.now() - 86_400_000).toISOString()
    const recent = await from().gte('created_at', since).order('created_at')
    expect(ids(recent.data)).toEqual(['ORD00001', 'ORD00002', 'ORD00003'])
    expect((await from().ilike('order_id', '%002%')).count).toBe(1)
    expect((await from().eq('order_state', 'pending').eq('total_count', 20)).count).toBe(2)
    expect((await from().contains('products_id', ['PRD00002'])).count).toBe(1)
  })
})
