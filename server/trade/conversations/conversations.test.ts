import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { LAST_MESSAGES, MAX_MESSAGES } from '../../../shared/conversations/constants.ts'
import type { Conversation, ConversationPage, Message } from '../../../shared/conversations/schema.ts'
import { ADDRESS_SEEN_DAYS } from '../../../shared/fulfilment/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { orderOf } from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import * as outbox from '../../../tests/support/outbox.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { brokenRules } from '../../../tests/support/stock.ts'

/** The server's clock, which tests move. */
let aheadMs = 0
const market = await openForTests({ deps: { clock: () => new Date(Date.now() + aheadMs) } })
afterAll(async () =>
  expect((await brokenRules(market)).filter((rule) => /conversation|message/.test(rule))).toEqual([]),
)
const [admin, seller, other, buyer] = await signUpAll(market, 'admin', 'seller', 'seller', 'buyer')
const tea = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Green Tea' })
const lamp = await buildProduct(market, { seller_id: other.user_id, product_name: 'Lamp' })

type Refused = { code?: string; message?: string }
type Role = 'buyer' | 'seller' | 'admin'

/** Places an order of both sellers, in which the first seller order is the seller's. */
const place = async (as = buyer) => {
  const order = await orderOf(market, as, [
    [tea, 1],
    [lamp, 1],
  ])
  return order.order_id
}

const below = (role: Role, orderId: string, number = 1) =>
  ({
    buyer: `/api/orders/${orderId}/seller-orders/${number}/messages`,
    seller: `/api/seller/orders/${orderId}/messages`,
    admin: `/api/admin/orders/${orderId}/seller-orders/${number}/messages`,
  })[role]

const accountOf = (role: Role) => ({ buyer, seller, admin })[role]
const send = (
  role: Role,
  orderId: string,
  text: unknown,
  more: { id?: unknown; as?: TestAccount; number?: number } = {},
) =>
  call<Message & Refused>(market, 'POST', below(role, orderId, more.number), {
    as: more.as ?? accountOf(role),
    body: { message_id: 'id' in more ? more.id : randomUUID(), text },
  })
const read = (role: Role, orderId: string, more: { as?: TestAccount; number?: number; after?: number } = {}) =>
  call<Conversation & Refused>(
    market,
    'GET',
    below(role, orderId, more.number) + (more.after === undefined ? '' : `?after=${more.after}`),
    { as: more.as ?? accountOf(role) },
  )
const markRead = (role: 'buyer' | 'seller', orderId: string, up_to: number, as = accountOf(role)) =>
  call<{ unread: number }>(market, 'POST', `${below(role, orderId)}/read`, { as, body: { up_to } })
const LISTS = { buyer: '/api/conversations', seller: '/api/seller/conversations' }
const list = async (role: keyof typeof LISTS, query = '', as = accountOf(role)) =>
  (await call<ConversationPage>(market, 'GET', LISTS[role] + query, { as })).body
const bell = async (as: TestAccount) =>
  (await outbox.notificationsOf(market, as)).filter(({ kind }) => kind === 'order_message')
const textsOf = ({ body }: { body: Conversation }) => body.messages.map(({ by, text }) => [by, text])

test('buyer and seller write to each other about a seller order, and an admin as the marketplace', async () => {
  const orderId = await place()
  expect((await read('buyer', orderId)).body).toMatchObject({ messages: [], unread: 0, can_write: true })
  expect((await send('buyer', orderId, '  Is it <b>green</b>?\nSee http://tea.example \n')).status).toBe(200)
  expect((await send('seller', orderId, 'It is.')).body).toMatchObject({ number: 2, by: 'seller', text: 'It is.' })
  expect((await send('admin', orderId, 'Please agree.')).status).toBe(200)

  const texts = [
    ['buyer', 'Is it <b>green</b>?\nSee http://tea.example'],
    ['seller', 'It is.'],
    ['admin', 'Please agree.'],
  ]
  for (const role of ['buyer', 'seller', 'admin'] as const) expect(textsOf(await read(role, orderId))).toEqual(texts)
  expect(textsOf(await read('buyer', orderId, { after: 2 }))).toEqual(texts.slice(2))
  // More than there are.
  expect((await read('buyer', orderId, { after: 999 })).body).toMatchObject({ messages: [], can_write: true })
  expect([(await read('buyer', orderId)).body.unread, (await read('seller', orderId)).body.unread]).toEqual([2, 2])

  // The admin's message is in the audit log.
  const path = `/api/admin/activity?q=${orderId}`
  const { activities } = (await call<{ activities: object[] }>(market, 'GET', path, { as: admin })).body
  expect(activities).toMatchObject([{ action: 'order_message', target: orderId, to: `${orderId}-1` }])
})

test('A6: each seller of an order has a separate conversation, which is not in the lists of others', async () => {
  const orderId = await place()
  await send('buyer', orderId, 'Only for the seller')
  const [rival, stranger] = await signUpAll(market, 'buyer', 'seller')
  expect((await read('seller', orderId, { as: other })).body.messages).toEqual([])
  expect((await list('seller', `?orders=${orderId}`, stranger)).conversations).toEqual([])
  expect((await list('buyer', `?orders=${orderId}`, rival)).conversations).toEqual([])
  // The refusal is the same as for the order.
  const refused = await read('buyer', orderId, { as: rival })
  expect(refused).toMatchObject({ status: 403, body: { message: orderMessages.noPermission } })
  for (const number of [0, 3, 999, 1000]) expect((await read('buyer', orderId, { number })).status).toBe(404)
})

test('a seller reads the name of the address as long as the address is seen, an admin that of the account', async () => {
  const orderId = await place()
  await send('buyer', orderId, 'Hello')
  const named = async () => [
    (await list('seller', `?orders=${orderId}`)).conversations[0]?.buyer_name,
    (await read('seller', orderId)).body.buyer_name,
  ]
  expect(await named()).toEqual(['Kim Example', 'Kim Example'])
  expect((await read('admin', orderId)).body.buyer_name).toBe(buyer.email)
  expect((await read('buyer', orderId)).body.buyer_name).toBe('')
  await sql`
    update seller_orders set ended_at = now() - make_interval(days => ${ADDRESS_SEEN_DAYS + 1})
    where order_number = ${orderNumberOf(orderId)}`.execute(market.db)
  expect(await named()).toEqual(['', ''])
})

test('C2: a text of up to 2,000 characters is stored as written, without surrounding blanks', async () => {
  const orderId = await place()
  const right = ['x'.repeat(2000), ` ${'y'.repeat(2000)}\n`, '👩‍👩‍👧 \u202eabc\u202c ñ \t é', 'a\r\nb']
  for (const text of right) expect((await send('buyer', orderId, text)).status).toBe(200)
  expect((await send('buyer', orderId, 'x'.repeat(300_000))).status).toBe(413)
  const stored = (await read('seller', orderId)).body.messages.map(({ text }) => text)
  expect(stored).toEqual(right.map((text) => text.trim().replace('\r\n', '\n')))
})

test('a repeated message is stored once; another message with its id is refused', async () => {
  const orderId = await place()
  const id = randomUUID()
  const all = await Promise.all([1, 2, 3, 4].map(() => send('buyer', orderId, 'Hello', { id })))
  expect(all.map(({ status, body }) => [status, body.number])).toEqual(all.map(() => [200, 1]))
  expect(await send('buyer', orderId, 'Bye', { id })).toMatchObject({ status: 422, body: { code: 'message_reused' } })
  expect(await send('seller', orderId, 'Hello', { id })).toMatchObject({ status: 422 })
  expect(textsOf(await read('seller', orderId))).toEqual([['buyer', 'Hello']])
  expect((await read('seller', orderId)).body.unread).toBe(1)
  // Another conversation may use the same id.
  expect((await send('buyer', orderId, 'Hello', { id, number: 2 })).status).toBe(200)
})

// catches: conversation-unlocked
test('100 concurrent messages get distinct numbers, and no message is stored beyond 200', async () => {
  const orderId = await place()
  const senders = Array.from({ length: 100 }, (_, index) => (index % 2 ? 'buyer' : 'seller') as Role)
  const sent = await Promise.all(senders.map((role, index) => send(role, orderId, `Message ${index}`)))
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  const { messages, unread } = (await read('buyer', orderId)).body
  expect(messages.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  expect(new Set(messages.map(({ text }) => text)).size).toBe(100)
  expect([unread, (await read('seller', orderId)).body.unread]).toEqual([50, 50])
  // One notification for all of them.
  expect((await bell(buyer)).filter(({ facts }) => facts.order_id === orderId)).toMatchObject([
    { facts: { messages: 50 } },
  ])

  await fillUpTo(orderId, MAX_MESSAGES - 5)
  const more = await Promise.all(Array.from({ length: 10 }, () => send('buyer', orderId, 'More')))
  expect(more.filter(({ status }) => status === 200)).toHaveLength(5)
  const refused = more.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'conversation_full']))
  expect((await read('buyer', orderId)).body).toMatchObject({ unread: 145, can_write: false })
})

test('one side alone cannot fill a conversation: the other and admins can still write, and only so much', async () => {
  const orderId = await place()
  await send('buyer', orderId, 'Spam')
  await fillUpTo(orderId, MAX_MESSAGES - LAST_MESSAGES - 5, 'buyer')
  const spam = await Promise.all(Array.from({ length: 10 }, () => send('buyer', orderId, 'Spam')))
  expect(spam.filter(({ status }) => status === 200)).toHaveLength(5)
  const canWrite = async (role: Role, after?: number) =>
    (await read(role, orderId, { ...(after && { after }) })).body.can_write
  expect([await canWrite('buyer'), await canWrite('buyer', 180), await canWrite('seller')]).toEqual([
    false,
    false,
    true,
  ])
  expect((await send('seller', orderId, 'Please stop.')).status).toBe(200)
  expect((await send('admin', orderId, 'Yes.')).status).toBe(200)
  expect((await send('buyer', orderId, 'More')).body.code).toBe('conversation_full')
})

/** Adds messages of a side to a conversation that has some. */
async function fillUpTo(orderId: string, count: number, by: 'buyer' | 'seller' = 'seller'): Promise<void> {
  const order = sql`(select order_number from orders where order_id = ${orderId})`
  for (const statement of [
    sql`insert into conversation_messages (seller_id, order_number, number, message_id, by_role, text, created_at)
      select seller_id, order_number, place, gen_random_uuid(), ${by}::text, 'More', now()
      from conversations, generate_series(messages + 1, ${count}::integer) place where order_number = ${order}`,
    sql`update conversation_sides set unread = unread + ${count} - messages
      from conversations where conversations.order_number = ${order} and side <> ${by}::text
        and (conversation_sides.seller_id, conversation_sides.order_number) = (conversations.seller_id, conversations.order_number)`,
    sql`update conversations set messages = ${count} where order_number = ${order}`,
  ])
    await statement.execute(market.db)
}

test('unread messages are counted for each side, until they are read', async () => {
  const orderId = await place()
  await send('buyer', orderId, 'One')
  await send('buyer', orderId, 'Two')
  expect(await list('seller', `?orders=${orderId}`)).toMatchObject({
    total: 1,
    conversations: [{ order_id: orderId, number: 1, messages: 2, unread: 2, last: { by: 'buyer', text: 'Two' } }],
  })
  expect((await list('seller', `?show=unread&orders=${orderId}`)).total).toBe(1)
  const [notification] = await bell(seller)
  expect(notification).toMatchObject({
    path: `/seller/messages?messages=${orderId}`,
    facts: { seller_order_id: `${orderId}-1`, messages: 2, note: 'Two' },
    read_at: null,
  })
  expect((await markRead('seller', orderId, 1)).body).toEqual({ unread: 1 })
  expect((await markRead('seller', orderId, 200)).body).toEqual({ unread: 0 })
  // Reading an earlier message changes nothing.
  expect((await markRead('seller', orderId, 1)).body).toEqual({ unread: 0 })
  expect((await bell(seller))[0]?.read_at).not.toBeNull()
  expect((await list('seller', `?show=unread&orders=${orderId}`)).total).toBe(0)
  await send('seller', orderId, 'Three')
  await send('buyer', orderId, 'Four')
  expect((await read('seller', orderId)).body.unread).toBe(1)
  // The buyer has read nothing; their own messages do not count.
  expect((await read('buyer', orderId)).body.unread).toBe(1)
  // A conversation without messages.
  expect((await markRead('buyer', await place(), 1)).body).toEqual({ unread: 0 })
})

// catches: conversation-unlocked
test('a message that arrives while others are marked as read stays unread', async () => {
  for (let round = 0; round < 8; round++) {
    const orderId = await place()
    await send('buyer', orderId, 'First')
    await Promise.all([
      send('buyer', orderId, 'Second'),
      markRead('seller', orderId, 1),
      markRead('seller', orderId, 1),
    ])
    expect((await read('seller', orderId)).body.unread).toBe(1)
  }
})

test('lists are sorted by the newest message, paged, and searchable by order', async () => {
  const customer = await signUp(market)
  const shop = await signUp(market, { role: 'seller' })
  const desk = await buildProduct(market, { seller_id: shop.user_id })
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.push((await orderOf(market, customer, [[desk, 1]])).order_id)
  for (const id of ids) await send('buyer', id, `About ${id}`, { as: customer })
  await send('seller', ids[1] ?? '', 'y'.repeat(500), { as: shop })
  const order = [ids[1], ids[4], ids[3], ids[2], ids[0]]
  for (const [role, as] of [
    ['buyer', customer],
    ['seller', shop],
  ] as const) {
    const first = await list(role, '?page_size=2', as)
    expect(first).toMatchObject({ total: 5, total_is_exact: true, page: 1, page_size: 2 })
    const all = [first, await list(role, '?page_size=2&page=2', as), await list(role, '?page_size=2&page=3', as)]
    expect(all.flatMap(({ conversations }) => conversations.map(({ order_id }) => order_id))).toEqual(order)
    expect(first.conversations[0]?.last).toMatchObject({ by: 'seller', text: 'y'.repeat(200) })
    expect((await list(role, `?q=${ids[2]}`, as)).conversations).toMatchObject([{ order_id: ids[2] }])
    expect((await list(role, '?q=nothing', as)).total).toBe(0)
    expect((await list(role, '?page=9', as)).conversations).toEqual([])
  }
  expect((await list('buyer', '?show=unread', customer)).conversations).toMatchObject([{ order_id: ids[1], unread: 1 }])
  const tooMany = `/api/seller/conversations?orders=${Array(101).fill('ORD00001')}`
  expect((await call(market, 'GET', tooMany, { as: shop })).status).toBe(400)
})

test('a suspended user cannot write; earlier messages stay visible to the other side', async () => {
  const customer = await signUp(market)
  const orderId = await place(customer)
  await send('buyer', orderId, 'Before', { as: customer })
  await call(market, 'POST', `/api/admin/users/${customer.user_id}/suspend`, { as: admin, body: {} })
  await expect.poll(async () => (await send('buyer', orderId, 'After', { as: customer })).status).toBe(401)
  expect(textsOf(await read('seller', orderId))).toEqual([['buyer', 'Before']])
  expect((await send('seller', orderId, 'Are you there?')).status).toBe(200)
})

/** The mails to a user about the messages of an order, the oldest first. */
const mailsTo = async (who: TestAccount, orderId: string) =>
  (await outbox.mailsTo(market, who, orderId)).filter(({ subject }) => /message/.test(subject)).toReversed()

test('unread messages are mailed with their text, at most every ten minutes, unless switched off', async () => {
  const [orderId, readId] = [await place(), await place()]
  const [quiet, gone] = [await signUp(market), await signUp(market)]
  const [quietId, goneId] = [await place(quiet), await place(gone)]
  const preferences = [{ kind: 'order_message', wanted: false }]
  await call(market, 'PUT', '/api/notification-preferences', { as: quiet, body: { preferences } })
  /** Advances the clock and waits until all due mails have been sent; the last message is due after the others. */
  const letPass = async (seconds: number) => {
    const fence = await place()
    expect((await send('buyer', fence, 'The last one')).status).toBe(200)
    aheadMs += (seconds + 61) * 1000
    await expect.poll(() => mailsTo(seller, fence)).toHaveLength(1)
  }

  await send('seller', goneId, 'To a suspended user')
  await call(market, 'POST', `/api/admin/users/${gone.user_id}/suspend`, { as: admin, body: {} })
  await send('seller', quietId, 'For the bell only')
  await send('buyer', readId, 'Read at once')
  await markRead('seller', readId, 1)
  await send('buyer', orderId, 'First <b>line</b>\nsecond line')
  await send('buyer', orderId, 'And more')
  await letPass(0)
  const [mail, ...others] = await mailsTo(seller, orderId)
  expect([mail?.subject, others]).toEqual([`2 new messages about ${orderId}-1`, []])
  for (const text of ['First <b>line</b>', 'second line', 'And more', '/seller/settings'])
    expect(mail?.text).toContain(text)
  expect(mail?.text).toContain(`/seller/messages?messages=${orderId}`)
  expect(mail?.html).toContain('First &lt;b&gt;line&lt;/b&gt;')
  expect([await mailsTo(seller, readId), await mailsTo(gone, goneId)]).toEqual([[], []])
  expect([await mailsTo(quiet, quietId), await bell(quiet)]).toMatchObject([
    [],
    [{ facts: { note: 'For the bell only' } }],
  ])

  await send('buyer', orderId, 'Within ten minutes')
  await letPass(480)
  expect(await mailsTo(seller, orderId)).toHaveLength(1)
  await letPass(0)
  const [, next] = await mailsTo(seller, orderId)
  expect(next?.subject).toBe(`New message from the buyer about ${orderId}-1`)
  expect(next?.text).toContain('Within ten minutes')
  expect(next?.text).not.toContain('And more')
  // Only sides with something unread are mailed.
  expect(await mailsTo(buyer, orderId)).toEqual([])
})
