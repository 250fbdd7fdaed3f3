import type { Request } from 'autocannon'
import type { Load } from './load.ts'
import type { Sample } from './market-sample.ts'

/** The budget of a row. Ratios and factors compare it with the limit in the same run. */
export interface Budget {
  /** Minimum share of the limit's rate. */
  ratio?: number
  /** Most CPU time of server and database, as a multiple of the limit's. */
  processorFactor?: number
  /** Minimum operations per second. */
  rate?: number
  /** Most CPU milliseconds of the server per operation. */
  serverMs?: number
  p99Ms?: number
}

export interface Row {
  name: string
  /** The limit server to compare with; `alone` compares with none. */
  limit: 'http' | 'sql' | 'alone'
  budget: Budget
  /** For the first round. Default: half a second. */
  warmUpSeconds?: number
  /** Returns the load of a round. Rounds of uncached rows request different paths. */
  load(round: number): Omit<Load, 'seconds'>
}

export interface Caller {
  id: string
  token: string
}

const CONNECTIONS = 16
const CACHED_PATHS = 100
const CART_PRODUCTS = 20
const SEARCH_PAGES = [1, 2, 3, 4, 5, 6, 7, 8]
/** Distinct paths of a connection in a round: more than it can request, so that none comes from a cache. */
const DISTINCT_PATHS = 1_000
/** V8 optimizes the code that renders a page or places an order within its first thousand runs. */
const COMPILED_AFTER_SECONDS = 3
const HTML = { accept: 'text/html', 'accept-encoding': 'gzip, br' }
const JSON_RESPONSE = { accept: 'application/json', 'accept-encoding': 'gzip, br' }
const HALF: Budget = { ratio: 0.5, processorFactor: 2 }
const READY: Budget = { ratio: 0.6, processorFactor: 2 }

/** A row of cached responses. */
export interface ReadyRow {
  name: string
  paths: string[]
  headers: Record<string, string>
  budget: Budget
  /** Sends the response's ETag, for a 304. */
  isKnown?: boolean
}

/** Returns the rows that compare cached responses with ready bytes sent by `node:http`. */
export function readyRows(sample: Sample, files: { script: string; picture: string }): ReadyRow[] {
  const products = sample.productIds.slice(0, CACHED_PATHS)
  const lists = sample.categoryPages.slice(0, CACHED_PATHS)
  const words = sample.words.slice(0, CACHED_PATHS)
  const api = { headers: JSON_RESPONSE, budget: { ratio: 0.7, processorFactor: 2 } }
  const page = { headers: HTML, budget: READY }
  const categoryApi = lists.map(({ slug, page }) => `/api/categories/${slug}/products?page=${page}`)
  return [
    { name: 'category list, cached', paths: categoryApi, ...api },
    { name: 'product, cached', paths: products.map((id) => `/api/products/${id}`), ...api },
    { name: 'home page, cached', paths: ['/'], ...page },
    { name: 'category page, cached', paths: lists.map(({ slug, page }) => `/category/${slug}?page=${page}`), ...page },
    { name: 'product page, cached', paths: products.map((id) => `/product/${id}`), ...page },
    { name: 'search page, cached', paths: words.map((word) => `/search?q=${word}`), ...page },
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
      // No absolute rate: the size of the pictures limits it, for the limit server as well.
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
    { name: 'category list, uncached', limit: 'sql', budget: HALF, load: walk(lists, JSON_RESPONSE) },
    { name: 'product, uncached', limit: 'sql', budget: HALF, load: walk(products, JSON_RESPONSE) },
    { name: 'search, uncached', limit: 'sql', budget: HALF, load: walk(searches, JSON_RESPONSE) },
    {
      name: 'product page, uncached',
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

/** Returns rows of paid orders, to compare with the same orders on a server without payments. */
export function paidRows(rows: Row[]): Row[] {
  return rows
    .filter(({ name }) => name === 'order, 8 buyers')
    .map((row) => ({ ...row, name: `${row.name}, paid in the sandbox`, budget: { ratio: 0.5 } }))
}

/** Returns a load with different paths in each round and on each connection. */
function walk(paths: string[], headers: Record<string, string>): Row['load'] {
  return (round) => ({
    connections: CONNECTIONS,
    requestsOf: (connection) => {
      const start = (round * CONNECTIONS + connection) * DISTINCT_PATHS
      return Array.from({ length: DISTINCT_PATHS }, (_, index) => ({
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
