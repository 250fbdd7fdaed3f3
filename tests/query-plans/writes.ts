import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../db/connect.ts'
import { lockDueSides } from '../../server/trade/conversations/mail-queries.ts'
import { deleteOldCheckouts, endDueCheckouts } from '../../server/trade/purchase/release.ts'
import type { Checkout } from '../../shared/checkouts/schema.ts'
import type { TestAccount } from '../support/accounts.ts'
import { call } from '../support/api.ts'
import { buying } from '../support/stock.ts'
import type { TestApp } from '../support/test-app.ts'
import type { BigMarketplace } from './marketplace.ts'

/** What leads to statements that are planned, but not run again, as they write. */
export interface Write {
  title: string
  status?: number
  /** The indexes by which the sides of conversations are found. */
  sides?: string[]
  run(market: BigMarketplace & { app: TestApp }): Promise<unknown>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Actor = 'buyer' | 'seller'
type Market = Parameters<Write['run']>[0]

const send = (market: Market, actor: Actor, method: Method, path: string, body?: object) => {
  const as: TestAccount = market[actor]
  return call<Checkout>(market.app, method, path, { as, ...(body && { body }) })
}
const sends = (actor: Actor, method: Method, path: string, body?: () => object): Write['run'] => {
  return (market) => send(market, actor, method, path, body?.())
}

/** Two counted products. */
const fillCart = async (market: Market) => {
  await send(market, 'buyer', 'DELETE', '/api/cart')
  for (const product_id of ['PRD00399', 'PRD00799'])
    await send(market, 'buyer', 'POST', '/api/cart/items', { product_id })
}
const begin = async (market: Market, as: object = buying) => {
  await fillCart(market)
  return send(market, 'buyer', 'POST', '/api/checkouts', as)
}
/** Sends something about a checkout of two products. */
const afterBegin = (method: Method, path: (checkoutId: string) => string, body?: object): Write['run'] => {
  return async (market) => send(market, 'buyer', method, path((await begin(market)).body.checkout_id), body)
}
const elsewhere = { ...buying, shipping_address: { ...buying.shipping_address, city: 'Y' } }
const OWN = '/api/orders/ORD00100/seller-orders/1/messages'
const LISTED = '/api/seller/conversations'

export const WRITES: Write[] = [
  {
    title: 'a buyer who adds to the cart',
    status: 200,
    run: sends('buyer', 'POST', '/api/cart/items', () => ({ product_id: 'PRD00759' })),
  },
  {
    title: 'a buyer who adds what is sold out',
    status: 409,
    run: sends('buyer', 'POST', '/api/cart/items', () => ({ product_id: 'PRD00002' })),
  },
  { title: 'a buyer who begins a checkout', status: 201, run: begin },
  { title: 'a buyer who continues a checkout', status: 200, run: afterBegin('POST', () => '/api/checkouts', buying) },
  {
    title: 'a buyer who begins another checkout',
    status: 201,
    run: afterBegin('POST', () => '/api/checkouts', elsewhere),
  },
  { title: 'a buyer who reads a checkout', status: 200, run: afterBegin('GET', (id) => `/api/checkouts/${id}`) },
  { title: 'a buyer who gives a checkout up', status: 204, run: afterBegin('DELETE', (id) => `/api/checkouts/${id}`) },
  {
    title: 'a buyer who orders a checkout',
    status: 201,
    run: afterBegin('POST', (id) => `/api/checkouts/${id}/order`),
  },
  {
    title: 'a buyer who orders in one step',
    status: 201,
    run: async (market) => {
      await fillCart(market)
      return send(market, 'buyer', 'POST', '/api/orders', buying)
    },
  },
  {
    title: 'a buyer who orders in one step beside a checkout',
    status: 201,
    run: afterBegin('POST', () => '/api/orders', buying),
  },
  {
    title: 'a seller who changes a stock',
    status: 200,
    run: sends('seller', 'PUT', '/api/seller/products/PRD00100/stock', () => ({ counted: true, change: 5, low_at: 3 })),
  },
  {
    title: 'a seller who reads a stock',
    status: 200,
    run: sends('seller', 'GET', '/api/seller/products/PRD00100/stock'),
  },
  { title: 'a seller who lists what is low', status: 200, run: sends('seller', 'GET', '/api/seller/stock?state=low') },
  { title: 'the job that ends due checkouts', run: ({ watched }) => endDueCheckouts(watched, new Date()) },
  { title: 'the job that deletes old checkouts', run: ({ watched }) => deleteOldCheckouts(watched, new Date(), 500) },
  {
    title: 'the job that mails what is unread',
    sides: ['mail'],
    run: ({ watched }) => inTransaction(watched, (tx) => lockDueSides(tx, new Date(), 20)),
  },
  { title: 'a seller who lists conversations', status: 200, sides: ['user'], run: sends('seller', 'GET', LISTED) },
  {
    title: 'a seller on a deep page of conversations',
    status: 200,
    sides: ['user'],
    run: sends('seller', 'GET', `${LISTED}?page=400`),
  },
  {
    title: 'a seller who lists unread conversations',
    status: 200,
    sides: ['unread'],
    run: sends('seller', 'GET', `${LISTED}?show=unread`),
  },
  {
    title: 'a seller who searches conversations',
    status: 200,
    sides: ['order'],
    run: sends('seller', 'GET', `${LISTED}?q=ORD001`),
  },
  {
    title: 'a seller whose list of orders shows conversations',
    status: 200,
    sides: ['order'],
    run: sends('seller', 'GET', `${LISTED}?orders=ORD00100,ORD00101`),
  },
  {
    title: 'a buyer who lists conversations',
    status: 200,
    sides: ['user'],
    run: sends('buyer', 'GET', '/api/conversations'),
  },
  { title: 'a buyer who opens a conversation', status: 200, sides: ['pkey'], run: sends('buyer', 'GET', OWN) },
  {
    title: 'a buyer who writes a message',
    status: 200,
    sides: [],
    run: sends('buyer', 'POST', OWN, () => ({ message_id: randomUUID(), text: 'Hello' })),
  },
  {
    title: 'a buyer who has read a conversation',
    status: 200,
    sides: ['pkey'],
    run: sends('buyer', 'POST', `${OWN}/read`, () => ({ up_to: 2 })),
  },
]
