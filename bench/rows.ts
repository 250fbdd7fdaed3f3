import type { Request } from 'autocannon'
import type { Load } from './load.ts'
import type { Sample } from './market-sample.ts'

/** What a row must reach. Ratios and factors are against the limit, in the same run. */
export interface Budget {
  /** The least share of the limit's rate. */
  ratio?: number
  /** The most processor time of server and database, as a multiple of the limit's. */
  processorFactor?: number
  /** The least rate, in operations per second. */
  rate?: number
  /** The most processor time of the server per operation, in ms. */
  serverMs?: number
  /** The longest response of 99 %, in ms. */
  p99Ms?: number
}

export interface Row {
  name: string
  /** The server that it is compared with; `alone` has none. */
  limit: 'http' | 'sql' | 'alone'
  budget: Budget
  /** Of the first round, where the usual is too short. */
  warmUpSeconds?: number
  /** The load of a round; each round asks for other addresses where they must not be kept. */
  load(round: number): Omit<Load, 'seconds'>
}

export interface Caller {
  id: string
  token: string
}

const CONNECTIONS = 16
/** How many addresses are asked again and again, where the response is to be kept. */
const KEPT = 100
const CART_PRODUCTS = 20
const SEARCH_PAGES = [1, 2, 3, 4, 5, 6, 7, 8]
/** How many different addresses one connection asks for in a round: more than it gets to, where they must not be kept. */
const WALKED = 1_000
/** The code that renders a page or places an order is compiled within its first thousand runs. */
const COMPILED_AFTER_SECONDS = 3
const HTML = { accept: 'text/html', 'accept-encoding': 'gzip, br' }
const JSON_RESPONSE = { accept: 'application/json', 'accept-encoding': 'gzip, br' }
const HALF: Budget = { ratio: 0.5, processorFactor: 2 }
const READY: Budget = { ratio: 0.6, processorFactor: 2 }

/** The addresses whose responses come from memory, and the headers to ask for them with, by row. */
export interface ReadyRow {
  name: string
  paths: string[]
  headers: Record<string, string>
  budget: Budget
  /** Asks with the ETag of the response, for a 304. */
  isKnown?: boolean
}

/** Returns the rows that compare responses from memory with bytes that `node:http` sends. */
export function readyRows(sample: Sample, files: { script: string; picture: string }): ReadyRow[] {
  const products = sample.productIds.slice(0, KEPT)
  const lists = sample.categoryPages.slice(0, KEPT)
  const words = sample.words.slice(0, KEPT)
  const api = { headers: JSON_RESPONSE, budget: { ratio: 0.7, processorFactor: 2 } }
  const page = { headers: HTML, budget: READY }
  const categoryApi = lists.map(({ slug, page }) => `/api/categories/${slug}/products?page=${page}`)
  return [
    { name: 'category list, kept', paths: categoryApi, ...api },
    { name: 'product, kept', paths: products.map((id) => `/api/products/${id}`), ...api },
    { name: 'home page, kept', paths: ['/'], ...page },
    { name: 'category page, kept', paths: lists.map(({ slug, page }) => `/category/${slug}?page=${page}`), ...page },
    { name: 'product page, kept', paths: products.map((id) => `/product/${id}`), ...page },
    { name: 'search page, kept', paths: words.map((word) => `/search?q=${word}`), ...page },
    { name: '304 of the home page', paths: ['/'], ...page, isKnown: true },
    { name: '304 of a list', paths: categoryApi, headers: JSON_RESPONSE, budget: READY, isKnown: true },
    {
      name: 'built file',
      paths: [files.script],
      headers: { 'accept-encoding': 'gzip, br' },
      budget: { rate: 10_000, processorFactor: 2 },
    },
    {
      name: 'picture',
      paths: [files.picture],
      headers: { accept: 'image/avif,image/webp,*/*' },
      // Not a rate: how many fit through the system's sockets depends on their bytes, for the limit as well.
      budget: READY,
    },
  ]
}

/** Returns the rows whose responses are computed each time. */
export function computedRows(sample: Sample, callers: Caller[]): Row[] {
  const products = sample.productIds.map((id) => `/api/products/${id}`)
  const lists = sample.categoryPages.map(({ slug, page }) => `/api/categories/${slug}/products?page=${page}`)
  const searches = sample.texts.flatMap((text) => SEARCH_PAGES.map((page) => `/api/search?q=${text}&page=${page}`))
  const pages = sample.productIds.map((id) => `/product/${id}`)
  return [
    { name: 'category list, not kept', limit: 'sql', budget: HALF, load: walk(lists, JSON_RESPONSE) },
    { name: 'product, not kept', limit: 'sql', budget: HALF, load: walk(products, JSON_RESPONSE) },
    { name: 'search, not kept', limit: 'sql', budget: HALF, load: walk(searches, JSON_RESPONSE) },
    {
      name: 'product page, not kept',
      limit: 'alone',
      budget: { rate: 600, serverMs: 1.6 },
      warmUpSeconds: COMPILED_AFTER_SECONDS,
      load: walk(pages, HTML),
    },
    { name: 'cart add', limit: 'sql', budget: HALF, load: () => cartLoad(sample, callers) },
    {
      name: 'order, 8 buyers',
      limit: 'sql',
      budget: HALF,
      warmUpSeconds: COMPILED_AFTER_SECONDS,
      load: () => orderLoad(sample, callers.slice(0, 8)),
    },
    {
      name: 'order, 64 buyers',
      limit: 'sql',
      budget: { ...HALF, p99Ms: 400 },
      load: () => orderLoad(sample, callers.slice(0, 64)),
    },
  ]
}

/** Returns the rows of orders that are paid, to compare with the same orders where no payments are taken. */
export function paidRows(rows: Row[]): Row[] {
  return rows
    .filter(({ name }) => name === 'order, 8 buyers')
    .map((row) => ({ ...row, name: `${row.name}, paid in the sandbox`, budget: { ratio: 0.5 } }))
}

/** Returns a load that asks for paths of its own in each round and on each connection. */
function walk(paths: string[], headers: Record<string, string>): Row['load'] {
  return (round) => ({
    connections: CONNECTIONS,
    requestsOf: (connection) => {
      const start = (round * CONNECTIONS + connection) * WALKED
      return Array.from({ length: WALKED }, (_, index) => ({
        path: paths[(start + index) % paths.length] ?? '',
        headers,
      }))
    },
  })
}

function cartLoad({ productIds }: Sample, callers: Caller[]): Omit<Load, 'seconds'> {
  return {
    connections: CONNECTIONS,
    requestsOf: (connection) =>
      productIds.slice(connection, connection + CART_PRODUCTS).map((id) => addition(callerAt(callers, connection), id)),
  }
}

/** Each buyer adds two products and orders them. */
function orderLoad({ productIds }: Sample, callers: Caller[]): Omit<Load, 'seconds'> {
  const rounds = Array.from({ length: 50 }, (_, index) => index)
  return {
    connections: callers.length,
    requestsPerOperation: 3,
    requestsOf: (connection) => {
      const caller = callerAt(callers, connection)
      const product = (index: number) => productIds[(connection * 977 + index) % productIds.length] ?? ''
      return rounds.flatMap((round) => [
        addition(caller, product(2 * round)),
        addition(caller, product(2 * round + 1)),
        purchase(caller),
      ])
    },
  }
}

function callerAt(callers: Caller[], index: number): Caller {
  const caller = callers[index]
  if (!caller) throw new Error('too few buyers are signed in')
  return caller
}

function post({ id, token }: Caller, path: string, body: unknown): Request {
  const headers = { authorization: `Bearer ${token}`, 'x-buyer': id, 'content-type': 'application/json' }
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}

function addition(caller: Caller, product_id: string): Request {
  return post(caller, '/api/cart/items', { product_id, quantity: 1 })
}

function purchase(caller: Caller): Request {
  const shipping_address = {
    fullName: 'A Buyer',
    address: '1 High Street',
    city: 'Leeds',
    postalCode: '1',
    country: 'UK',
  }
  return post(caller, '/api/orders', { shipping_address, payment_method: 'paypal' })
}
