import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../db/connect.ts'
import { lockDueSides } from '../../server/trade/conversations/mail-queries.ts'
import { deleteEndedCheckouts } from '../../server/trade/purchase/queries.ts'
import { endDueCheckouts } from '../../server/trade/purchase/release.ts'
import type { Checkout } from '../../shared/checkouts/schema.ts'
import { CHECKOUT_LIFE_DAYS } from '../../shared/stock/constants.ts'
import type { TestAccount } from '../support/accounts.ts'
import { call } from '../support/api.ts'
import { buying } from '../support/stock.ts'
import type { TestApp } from '../support/test-app.ts'
import type { BigMarketplace } from './marketplace.ts'

/** Requests that write: their statements are planned, but not run a second time. */
type Write = [
  title: string,
  status: number | undefined,
  run: (market: BigMarketplace & { app: TestApp }) => Promise<unknown>,
  /** The indexes that find the sides of conversations. */
  sides?: string[],
]
type Run = Write[2]

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Actor = 'buyer' | 'seller'
type Market = Parameters<Run>[0]

const send = (market: Market, actor: Actor, method: Method, path: string, body?: object) => {
  const as: TestAccount = market[actor]
  return call<Checkout>(market.app, method, path, { as, ...(body && { body }) })
}
const sends = (actor: Actor, method: Method, path: string, body?: () => object): Run => {
  return (market) => send(market, actor, method, path, body?.())
}

const lifeAgo = () => new Date(Date.now() - CHECKOUT_LIFE_DAYS * 86_400_000)

/** Fills a cart with two products whose stock is tracked. */
const fillCart = async (market: Market) => {
  await send(market, 'buyer', 'DELETE', '/api/cart')
  for (const product_id of ['PRD00399', 'PRD00799'])
    await send(market, 'buyer', 'POST', '/api/cart/items', { product_id })
}
const begin = async (market: Market, as: object = buying) => {
  await fillCart(market)
  return send(market, 'buyer', 'POST', '/api/checkouts', as)
}
/** Sends a request about a checkout of two products. */
const afterBegin = (method: Method, path: (checkoutId: string) => string, body?: object): Run => {
  return async (market) => send(market, 'buyer', method, path((await begin(market)).body.checkout_id), body)
}
const elsewhere = { ...buying, shipping_address: { ...buying.shipping_address, city: 'Y' } }
const OWN = '/api/orders/ORD00100/seller-orders/1/messages'
const LISTED = '/api/seller/conversations'

export const WRITES: Write[] = [
  ['a buyer who adds to the cart', 200, sends('buyer', 'POST', '/api/cart/items', () => ({ product_id: 'PRD00759' }))],
  [
    'a buyer who adds what is sold out',
    409,
    sends('buyer', 'POST', '/api/cart/items', () => ({ product_id: 'PRD00002' })),
  ],
  ['a buyer who begins a checkout', 201, begin],
  ['a buyer who continues a checkout', 200, afterBegin('POST', () => '/api/checkouts', buying)],
  ['a buyer who begins another checkout', 201, afterBegin('POST', () => '/api/checkouts', elsewhere)],
  ['a buyer who reads a checkout', 200, afterBegin('GET', (id) => `/api/checkouts/${id}`)],
  ['a buyer who gives a checkout up', 204, afterBegin('DELETE', (id) => `/api/checkouts/${id}`)],
  ['a buyer who orders a checkout', 201, afterBegin('POST', (id) => `/api/checkouts/${id}/order`)],
  [
    'a buyer who orders in one step',
    201,
    async (market) => {
      await fillCart(market)
      return send(market, 'buyer', 'POST', '/api/orders', buying)
    },
  ],
  ['a buyer who orders in one step beside a checkout', 201, afterBegin('POST', () => '/api/orders', buying)],
  [
    'a seller who changes a stock',
    200,
    sends('seller', 'PUT', '/api/seller/products/PRD00100/stock', () => ({ counted: true, change: 5, low_at: 3 })),
  ],
  ['a seller who reads a stock', 200, sends('seller', 'GET', '/api/seller/products/PRD00100/stock')],
  ['a seller who lists what is low', 200, sends('seller', 'GET', '/api/seller/stock?state=low')],
  ['the job that ends due checkouts', undefined, ({ watched }) => endDueCheckouts(watched, new Date())],
  ['the job that deletes old checkouts', undefined, ({ watched }) => deleteEndedCheckouts(watched, lifeAgo(), 500)],
  [
    'the job that mails what is unread',
    undefined,
    ({ watched }) => inTransaction(watched, (tx) => lockDueSides(tx, new Date(), 20)),
    ['mail'],
  ],
  ['a seller who lists conversations', 200, sends('seller', 'GET', LISTED), ['user']],
  ['a seller on a deep page of conversations', 200, sends('seller', 'GET', `${LISTED}?page=400`), ['user']],
  ['a seller who lists unread conversations', 200, sends('seller', 'GET', `${LISTED}?show=unread`), ['unread']],
  ['a seller who searches conversations', 200, sends('seller', 'GET', `${LISTED}?q=ORD001`), ['order']],
  [
    'a seller whose list of orders shows conversations',
    200,
    sends('seller', 'GET', `${LISTED}?orders=ORD00100,ORD00101`),
    ['order'],
  ],
  ['a buyer who lists conversations', 200, sends('buyer', 'GET', '/api/conversations'), ['user']],
  ['a buyer who opens a conversation', 200, sends('buyer', 'GET', OWN), ['pkey']],
  [
    'a buyer who writes a message',
    200,
    sends('buyer', 'POST', OWN, () => ({ message_id: randomUUID(), text: 'Hello' })),
    [],
  ],
  ['a buyer who has read a conversation', 200, sends('buyer', 'POST', `${OWN}/read`, () => ({ up_to: 1 })), ['pkey']],
]
