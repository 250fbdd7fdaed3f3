import type { SupabaseClient } from 'supabase-js-2.119'
import { describe, expect, test } from 'vitest'
import type { TestAccount } from '../support/accounts.ts'
import { addToCart, call, checkout, postOrder } from '../support/api.ts'
import { openForTests, signUpAll } from '../support/open-for-tests.ts'
import { buildProducts } from '../support/products.ts'
import { openStockClient, STOCK_CLIENTS } from '../support/stock-clients.ts'
import { picture } from '../support/storage.ts'

const market = await openForTests()
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
const [buyer, seller, other, admin] = await signUpAll(market, 'buyer', 'seller', 'seller', 'admin')
const image: string = `data:image/png;base64,${(await picture('png')).toString('base64')}`

const open = (version: (typeof STOCK_CLIENTS)[number], as: TestAccount) =>
  openStockClient(version, { origin, market, as })

async function placeOrder(): Promise<string> {
  const [product] = await buildProducts(market, [{ seller_id: other.user_id }])
  await addToCart(market, buyer, product?.product_id ?? '')
  return (await postOrder(market, buyer)).body.order_id
}

describe.each(STOCK_CLIENTS)('supabase-js %s', (version) => {
  test('an update of orders applies all of its filters', async () => {
    const client: SupabaseClient = await open(version, admin)
    const id = await placeOrder()
    const orders = () => client.from('orders')
    const stateOf = async () => (await orders().select('order_state').eq('order_id', id).single()).data?.order_state
    await orders().update({ order_state: 'delivered' }).eq('order_id', id)
    expect(await stateOf()).toBe('delivered')

    const missed = await orders().update({ order_state: 'cancelled' }).eq('order_id', id).eq('order_state', 'pending')
    expect([missed.error, missed.status, missed.data, await stateOf()]).toEqual([null, 204, null, 'delivered'])
    const listed = orders().update({ order_state: 'cancelled' }).eq('order_id', id).neq('order_state', 'delivered')
    expect((await listed.select()).data).toEqual([])
    const single = orders().update({ order_state: 'cancelled' }).gt('order_id', 'ORD00000').lt('order_id', id)
    expect((await single.eq('order_id', id).select().single()).status).toBe(406)

    const changed = await orders()
      .update({ order_state: 'returned' }, { count: 'exact' })
      .eq('order_id', id)
      .in('order_state', ['delivered', 'confirmed'])
      .select('order_id, order_state')
      .single()
    const data = { order_id: id, order_state: 'returned' }
    expect(changed).toMatchObject({ error: null, status: 200, count: 1, data })
    const journal = market.db.selectFrom('admin_actions').select(['admin_id', 'from_value', 'to_value'])
    expect(await journal.where('target', '=', id).orderBy('action_number').execute()).toEqual([
      { admin_id: admin.user_id, from_value: 'pending', to_value: 'delivered' },
      { admin_id: admin.user_id, from_value: 'delivered', to_value: 'returned' },
    ])
  })

  test('a change of a single row changes nothing unless there is exactly one', async () => {
    const client = await open(version, admin)
    const ids = [await placeOrder(), await placeOrder()]
    const update = client.from('orders').update({ order_state: 'confirmed' }).in('order_id', ids)
    expect(await update.select().single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    const { data } = await client.from('orders').select('order_state').in('order_id', ids)
    expect(data).toEqual([{ order_state: 'pending' }, { order_state: 'pending' }])
    const both = await client.from('orders').update({ order_state: 'confirmed' }).in('order_id', ids).select()
    expect(both.data).toMatchObject([{ order_state: 'confirmed' }, { order_state: 'confirmed' }])
  })

  test('a seller inserts, changes and deletes their own rows by filters', async () => {
    const client = await open(version, seller)
    const products = () => client.from('products')
    const row = (product_name: string) => ({
      product_name,
      product_price: 5,
      product_desc: '<p>Good.</p>',
      product_category: ['Toys'],
      featured_image: image,
    })
    const quiet = await products().insert(row('Ball'))
    expect([quiet.error, quiet.status, quiet.data]).toEqual([null, 201, null])
    const both = await products()
      .insert([row('Kite'), row('Yo-yo')])
      .select('product_id, product_name, seller_id')
    expect([both.error, both.status]).toEqual([null, 201])
    expect(both.data).toMatchObject([
      { product_name: 'Kite', seller_id: seller.user_id },
      { product_name: 'Yo-yo', seller_id: seller.user_id },
    ])
    const none = await products().insert([], { count: 'exact' }).select()
    expect([none.error, none.status, none.count, none.data]).toEqual([null, 201, 0, []])
    expect((await products().insert([]).select().single()).status).toBe(406)
    const ids = (both.data ?? []).map((product) => product.product_id as string)
    const bad = await products().insert([row('Never'), { ...row('Never'), product_price: -1 }])
    expect([bad.status, bad.error?.message]).toEqual([400, expect.stringContaining('product_price')])
    expect((await products().select().eq('product_name', 'Never')).data).toEqual([])

    const cheaper = await products().update({ product_price: 4 }).in('product_id', ids).lt('product_price', 5).select()
    expect([cheaper.error, cheaper.data]).toEqual([null, []])
    const dearer = await products().update({ product_price: 6 }).in('product_id', ids).eq('product_price', 5).select()
    expect(dearer.data).toMatchObject([{ product_price: 6 }, { product_price: 6 }])
    const pictured = await products()
      .update({ other_images: [image] })
      .eq('product_id', ids[0])
      .select()
      .single()
    expect(pictured.data.other_images).toHaveLength(1)
    const bucket = client.storage.from('products')
    const uploads = ['other_image_1', 'other_image_2'].map(async (name) => {
      const { data } = await bucket.upload(`${ids[0]}/${name}`, await picture('png'), {
        upsert: true,
        contentType: 'image/png',
      })
      return bucket.getPublicUrl(data?.path ?? '').data.publicUrl
    })
    const uploaded = await products()
      .update({ other_images: await Promise.all(uploads) })
      .eq('product_id', ids[0])
      .select()
      .single()
    expect([uploaded.error, uploaded.data?.other_images.length]).toEqual([null, 2])
    const two = await products()
      .update({ other_images: [image] })
      .in('product_id', ids)
    expect([two.status, two.error?.code]).toEqual([400, 'one_row'])

    const gone = await products().delete().eq('product_id', ids[0]).gt('product_price', 100)
    expect([gone.error, gone.status]).toEqual([null, 204])
    expect((await products().select().in('product_id', ids)).data).toHaveLength(2)
    const deleted = await products().delete({ count: 'exact' }).in('product_id', ids).select('product_name')
    expect([deleted.error, deleted.count, deleted.data]).toEqual([
      null,
      2,
      [{ product_name: 'Kite' }, { product_name: 'Yo-yo' }],
    ])
    expect((await products().select().in('product_id', ids)).data).toEqual([])
    expect((await products().delete().eq('seller_id', seller.user_id)).error).toBeNull()
  })

  test('A6, A7: another seller’s rows stay unchanged, and missing ones are refused', async () => {
    const client = await open(version, seller)
    const [product] = await buildProducts(market, [{ seller_id: other.user_id, product_price: 9 }])
    const id = product?.product_id
    const products = () => client.from('products')
    for (const write of [
      products().update({ product_price: 0 }).eq('product_id', id),
      products().delete().eq('product_id', id),
    ])
      expect(await write).toMatchObject({ status: 404, error: { message: 'Product not found' } })
    for (const write of [
      products().update({ product_price: 0 }).gte('product_price', 9).select(),
      products().delete().or(`seller_id.eq.${other.user_id},product_price.gt.0`).select(),
    ])
      expect((await write).data).toEqual([])
    for (const write of [
      products().upsert({ product_id: id, product_price: 0 }),
      products().update({ product_price: 0 }),
      products().delete(),
      products().update({ product_price: 0 }).eq('product_id', id).order('product_id'),
    ])
      expect((await write).status).toBe(400)
    expect((await products().select('product_price').eq('product_id', id).single()).data).toEqual({ product_price: 9 })
    const shopper = await open(version, buyer)
    for (const write of [
      shopper.from('orders').update({ order_state: 'delivered' }).eq('buyer_id', buyer.user_id),
      shopper.from('products').delete().eq('product_id', id),
    ])
      expect((await write).status).toBe(403)
  })

  test('an admin sets flash sales and deletes by filters; a buyer orders the cart', async () => {
    const client = await open(version, admin)
    const made = await buildProducts(market, [
      { product_name: `Sale ${version} a` },
      { product_name: `Sale ${version} b` },
    ])
    const ids = made.map(({ product_id }) => product_id)
    const flash = client.from('products').update({ flash_sale: true }).ilike('product_name', `Sale ${version}%`)
    expect((await flash.select('flash_sale')).data).toEqual([{ flash_sale: true }, { flash_sale: true }])
    const deleted = client.from('products').delete().in('product_id', ids).is('flash_sale', true)
    expect((await deleted.select('product_id')).data).toEqual(ids.map((product_id) => ({ product_id })))

    const shopper = await open(version, buyer)
    const [wanted] = await buildProducts(market, [{ product_price: 7, seller_id: other.user_id }])
    await addToCart(market, buyer, wanted?.product_id ?? '', 2)
    const placed = await shopper.from('orders').insert([checkout]).select('total_count, order_state').single()
    expect([placed.error, placed.data]).toEqual([null, { total_count: 14, order_state: 'pending' }])
  })
})

test('a request that matches more rows than it may change is refused and changes none', async () => {
  const client = await open('2.119', admin)
  await buildProducts(market, Array(101).fill({ product_name: 'Many' }))
  const wide = await client.from('products').update({ flash_sale: true }).eq('product_name', 'Many')
  expect([wide.status, wide.error?.code]).toEqual([400, 'too_many_rows'])
  const few = await call(market, 'PATCH', '/rest/v1/products?product_id=lt.PRD00100', {
    as: admin,
    body: { flash_sale: true },
    headers: { prefer: 'handling=strict,max-affected=3' },
  })
  expect([few.status, few.body.code]).toEqual([400, 'PGRST124'])
  const { count } = await client.from('products').select('*', { count: 'exact', head: true }).is('flash_sale', true)
  expect(count).toBe(0)
})

test('of concurrent updates that exclude each other, one changes the row', async () => {
  const client = await open('2.119', admin)
  const id = await placeOrder()
  const claims = ['confirmed', 'cancelled', 'confirmed', 'delivered', 'confirmed', 'returned'].map((order_state) =>
    client.from('orders').update({ order_state }).eq('order_id', id).eq('order_state', 'pending').select(),
  )
  const results = await Promise.all(claims)
  expect(results.map(({ error }) => error)).toEqual(results.map(() => null))
  expect(results.filter(({ data }) => data?.length === 1)).toHaveLength(1)
})
