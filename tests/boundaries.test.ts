import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Tables } from '../db/tables.ts'
import { tablesNamedIn } from './support/tables-named.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Edges between features, each with a reason in the commit that added it. */
const FEATURE_EDGES = new Set([
  // web
  'web/features/catalog → web/features/cart',
  'web/features/catalog → web/features/saved',
  'web/features/catalog → web/features/reviews',
  'web/features/catalog → web/features/alerts',
  'web/features/checkout → web/features/cart',
  'web/features/checkout → web/features/orders',
  'web/features/orders → web/features/cart',
  'web/features/orders → web/features/reviews',
  'web/features/accounts → web/features/orders',
  'web/features/accounts → web/features/catalog',
  'web/features/accounts → web/features/conversations',
  'web/features/seller → web/features/conversations',
  'web/features/orders → web/features/conversations',
  'web/features/admin → web/features/conversations',
  'web/features/accounts → web/features/notifications',
  'web/features/seller → web/features/notifications',
  'web/features/admin → web/features/notifications',
  'web/features/seller → web/features/catalog',
  'web/features/seller → web/features/orders',
  'web/features/seller → web/features/accounts',
  'web/features/seller → web/features/fulfilment',
  'web/features/orders → web/features/fulfilment',
  'web/features/admin → web/features/orders',
  'web/features/admin → web/features/fulfilment',
  'web/features/admin → web/features/accounts',
  // server
  'server/catalog → server/storage',
  'server/catalog → server/accounts',
  'server/catalog → server/audit',
  'server/fulfilment → server/orders',
  'server/fulfilment → server/accounts',
  'server/fulfilment → server/mail',
  'server/fulfilment → server/notifications',
  'server/conversations → server/orders',
  'server/conversations → server/accounts',
  'server/conversations → server/catalog',
  'server/conversations → server/audit',
  'server/conversations → server/mail',
  'server/conversations → server/notifications',
  'server/fulfilment → server/audit',
  'server/orders → server/audit',
  'server/audit → server/notifications',
  'server/activity → server/audit',
  'server/activity → server/accounts',
  'server/accounts → server/audit',
  'server/accounts → server/mail',
  'server/auth → server/accounts',
  'server/ssr → server/catalog',
  'server/ssr → server/storage',
  'server/check → server/storage',
  'server/backup → server/storage',
  'server/cart → server/catalog',
  'server/catalog → server/stock',
  'server/cart → server/stock',
  'server/orders → server/stock',
  'server/checkouts → server/stock',
  'server/checkouts → server/cart',
  'server/checkouts → server/catalog',
  'server/checkouts → server/orders',
  'server/checkouts → server/payments',
  'server/orders → server/payments',
  'server/fulfilment → server/payments',
  'server/billing → server/fulfilment',
  'server/billing → server/audit',
  'server/billing → server/accounts',
  'server/billing → server/payments',
  'server/billing → server/checkouts',
  'server/billing → server/orders',
  'server/billing → server/stock',
  'server/billing → server/cart',
  'server/billing → server/mail',
  'server/saved → server/catalog',
  ...['accounts', 'audit', 'catalog', 'fulfilment', 'mail', 'notifications', 'orders'].map(
    (module) => `server/reviews → server/${module}`,
  ),
  'server/alerts → server/accounts',
  'server/alerts → server/catalog',
  'server/alerts → server/stock',
  'server/alerts → server/mail',
  'server/alerts → server/notifications',
  'server/stats → server/catalog',
  'server/orders → server/catalog',
  'server/orders → server/cart',
  'server/orders → server/stats',
  'server/orders → server/accounts',
  'server/orders → server/mail',
  'server/fulfilment → server/catalog',
  'server/fulfilment → server/stock',
  'server/auth → server/mail',
  'server/auth → server/cart',
  'server/auth → server/catalog',
  'server/auth → server/storage',
  'server/rest → server/accounts',
  'server/rest → server/audit',
  'server/rest → server/auth',
  'server/rest → server/catalog',
  'server/rest → server/orders',
  'server/rest → server/storage',
])

/** Tables that only SQL names. */
type UntypedTable =
  | 'product_listings'
  | 'listing_runs'
  | 'number_runs'
  | 'uncounted_listings'
  | 'words'
  | 'product_words'
  | 'word_pieces'
  | 'word_changes'
  | 'renamed_sellers'
  | 'search_synonyms'
  | 'search_counts'

/** The module, or platform room, that owns each table: no other file names it. */
const TABLE_OWNERS: Record<keyof Tables | UntypedTable, string> = {
  users: 'server/accounts',
  identities: 'server/accounts',
  sessions: 'server/auth',
  known_networks: 'server/auth',
  refresh_tokens: 'server/auth',
  factors: 'server/auth',
  factor_challenges: 'server/auth',
  flow_states: 'server/auth',
  one_time_codes: 'server/auth',
  oauth_flows: 'server/auth',
  provider_tokens: 'server/auth',
  outgoing_messages: 'server/mail',
  rate_limits: 'server/load',
  counters: 'server/data',
  products: 'server/catalog',
  product_listings: 'server/catalog',
  listing_runs: 'server/catalog',
  number_runs: 'server/catalog',
  uncounted_listings: 'server/catalog',
  words: 'server/catalog',
  product_words: 'server/catalog',
  word_pieces: 'server/catalog',
  word_changes: 'server/catalog',
  renamed_sellers: 'server/catalog',
  search_synonyms: 'server/catalog',
  search_counts: 'server/catalog',
  category_sets: 'server/catalog',
  price_changes: 'server/catalog',
  pending_suspensions: 'server/catalog',
  seller_pages: 'server/catalog',
  seller_handles: 'server/catalog',
  carts: 'server/cart',
  cart_lines: 'server/cart',
  cart_merges: 'server/cart',
  saved_products: 'server/saved',
  stock_alerts: 'server/alerts',
  reviews: 'server/reviews',
  review_reports: 'server/reviews',
  product_ratings: 'server/catalog',
  seller_ratings: 'server/catalog',
  orders: 'server/orders',
  order_lines: 'server/orders',
  order_mails: 'server/orders',
  seller_orders: 'server/orders',
  order_events: 'server/orders',
  shipments: 'server/fulfilment',
  shipment_lines: 'server/fulfilment',
  order_returns: 'server/fulfilment',
  order_return_lines: 'server/fulfilment',
  idempotency_keys: 'server/orders',
  payments: 'server/payments',
  refunds: 'server/payments',
  payment_releases: 'server/payments',
  payment_events: 'server/payments',
  payment_receipts: 'server/payments',
  disputes: 'server/payments',
  settings: 'server/data',
  stock: 'server/stock',
  stock_movements: 'server/stock',
  checkouts: 'server/stock',
  checkout_lines: 'server/stock',
  seller_days: 'server/stats',
  order_days: 'server/stats',
  seller_reversals: 'server/stats',
  order_reversals: 'server/stats',
  product_reversals: 'server/catalog',
  admin_actions: 'server/audit',
  seller_notices: 'server/audit',
  conversations: 'server/conversations',
  conversation_messages: 'server/conversations',
  conversation_sides: 'server/conversations',
  notifications: 'server/notifications',
  notification_preferences: 'server/notifications',
  sandbox_intents: 'server/payments',
  sandbox_steps: 'server/payments',
  sandbox_charges: 'server/payments',
  sandbox_refunds: 'server/payments',
  sandbox_disputes: 'server/payments',
  sandbox_balance_transactions: 'server/payments',
  sandbox_events: 'server/payments',
  sandbox_deliveries: 'server/payments',
  sandbox_keys: 'server/payments',
  sandbox_transfers: 'server/payments',
  storage_buckets: 'server/storage',
  storage_objects: 'server/storage',
  storage_discards: 'server/storage',
}

/** Folders that work on the marketplace as a whole and name any table. */
const NAME_ANY_TABLE = {
  'db/demo': 'the demo marketplace is written in bulk, past the rules',
  'server/backup': 'a backup looks at every table',
  'server/check': 'its rules compare tables of several modules',
}

/** Tables that a file of another module names, each with its reason. */
const TABLE_REACHES: Record<string, string> = {
  'db/migrate.ts → orders': 'what servers lock first, when a migration deadlocked with them',
}

/** What every module may use, by subject. */
const PLATFORM_ROOMS = new Set(['config', 'http', 'load', 'data', 'jobs', 'keys', 'observe', 'fast-path'])

/** For each layer, the layers it may import from. */
const LAYERS: Record<string, readonly string[]> = {
  shared: [],
  db: ['shared'],
  'server/room': ['db', 'shared'],
  'server/module': ['server/room', 'db', 'shared'],
  'server/app': ['server/module', 'server/room', 'db', 'shared'],
  'web/ui': ['shared'],
  'web/api': ['shared'],
  'web/session': ['web/api', 'web/ui', 'shared'],
  'web/feature': ['web/session', 'web/api', 'web/ui', 'shared'],
  'web/app': ['web/feature', 'web/session', 'web/api', 'web/ui', 'shared'],
}

/** Command-line programs: the only places that read the environment. */
const PROGRAMS = [
  'server/main.ts',
  'server/serve.ts',

  'server/cluster.ts',
  'cli/',
  'tools/',
  'bench/',
  'chaos/',
  'tests/',
]

const sources = ['shared', 'db', 'server', 'web', 'tests', 'tools', 'bench', 'chaos', 'cli']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
const product = sources.filter(({ file }) => /^(shared|db|server|web)\//.test(file) && !/\.test\.tsx?$/.test(file))

/** The files a source imports, as paths from the root; packages are left out. */
function importsOf({ file, text }: { file: string; text: string }): string[] {
  const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, path]) => path ?? '')
  return paths.map((path) => normalize(join(dirname(file), path)))
}

function layerOf(file: string): string {
  const [runtime = '', part = ''] = file.split('/')
  if (runtime === 'shared' || runtime === 'db') return runtime
  if (runtime === 'server') {
    if (/^server\/[^/]+\.ts$/.test(file)) return 'server/app'
    return PLATFORM_ROOMS.has(part) ? 'server/room' : 'server/module'
  }
  if (['ui', 'api', 'session'].includes(part)) return `web/${part}`
  return part === 'features' ? 'web/feature' : 'web/app'
}

function featureOf(file: string): string | undefined {
  const parts = file.split('/')
  if (layerOf(file) === 'server/module') return parts.slice(0, 2).join('/')
  if (layerOf(file) === 'web/feature') return parts.slice(0, 3).join('/')
}

test('imports go one way, and features import only the features listed here', () => {
  const wrong: string[] = []
  for (const source of product) {
    for (const target of importsOf(source).filter((path) => /\.tsx?$/.test(path))) {
      const [from, to] = [layerOf(source.file), layerOf(target)]
      const edge = `${featureOf(source.file)} → ${featureOf(target)}`
      if (from === to && featureOf(source.file) === featureOf(target)) continue
      if (from === to ? FEATURE_EDGES.has(edge) : LAYERS[from]?.includes(to)) continue
      wrong.push(`${source.file} → ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

test('folders have no import circles', () => {
  const edges = new Map<string, Set<string>>()
  const own = sources.filter(({ file }) => !/\.test\.tsx?$|^tests\//.test(file))
  for (const source of own) {
    const from = dirname(source.file)
    const targets = importsOf(source).filter((path) => /\.tsx?$/.test(path) && dirname(path) !== from)
    edges.set(from, new Set([...(edges.get(from) ?? []), ...targets.map((path) => dirname(path))]))
  }
  expect(circlesOf(edges)).toEqual([])
})

/** The circles of a graph that are found on the way from each of its nodes, each as the path that closes it. */
function circlesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' → '))
    if (path.includes(node) || done.has(node)) return
    for (const next of edges.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of edges.keys()) visit(node, [])
  return circles
}

test('nothing of the product imports from tests, tools, bench or chaos', () => {
  const wrong = product.filter((source) =>
    importsOf(source).some((path) => /^(tests|tools|bench|chaos|cli)\//.test(path)),
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test('every edge listed here is used', () => {
  const used = new Set(
    product.flatMap((source) => importsOf(source).map((target) => `${featureOf(source.file)} → ${featureOf(target)}`)),
  )
  expect([...FEATURE_EDGES].filter((edge) => !used.has(edge))).toEqual([])
})

test('only programs read the environment', () => {
  const wrong = sources.filter(
    ({ file, text }) => /process\.env\b/.test(text) && !PROGRAMS.some((path) => file.startsWith(path)),
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test('A5: a route file starts with its guard, and routes are nowhere else', () => {
  const server = product.filter(({ file }) => file.startsWith('server/') && file !== 'server/http/guards.ts')
  const registering = server.filter(({ text }) => /\bapp\.(get|post|put|patch|delete|route)\(/.test(text))
  const wrong = registering.filter(({ file, text }) => !/-routes\.ts$/.test(file) || !text.includes('routesFor('))
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test('SQL is in queries.ts only', () => {
  const wrong = product.filter(
    ({ file, text }) =>
      file.startsWith('server/') &&
      !/(^|\/)([a-z-]+-)?queries\.ts$/.test(file) &&
      (/\bsql(<[^>]*>)?`/.test(text) || /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text)),
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

const tables = new Set(Object.keys(TABLE_OWNERS))

/** The folder by which a file owns tables: a module or a room of the server, or a part of the database's code. */
const roomOf = (file: string) => file.split('/').slice(0, 2).join('/')

/** Each table that a file names though another module owns it: `file → table`. */
const reaches = product
  .filter(({ file }) => file !== 'db/tables.ts' && !(roomOf(file) in NAME_ANY_TABLE))
  .flatMap(({ file, text }) =>
    [...tablesNamedIn(text, tables)].flatMap((table) =>
      TABLE_OWNERS[table as keyof typeof TABLE_OWNERS] === roomOf(file) ? [] : [`${file} → ${table}`],
    ),
  )

test('a table is named by its owner only', () => {
  expect(reaches.filter((reach) => !(reach in TABLE_REACHES))).toEqual([])
})

test('every exception for tables is used', () => {
  expect(Object.keys(TABLE_REACHES).filter((reach) => !reaches.includes(reach))).toEqual([])
  const named = (folder: string) =>
    product.some(({ file, text }) => roomOf(file) === folder && tablesNamedIn(text, tables).size > 0)
  expect(Object.keys(NAME_ANY_TABLE).filter((folder) => !named(folder))).toEqual([])
})

test('files have at most 400 lines', () => {
  const long = sources.filter(
    ({ file, text }) => text.split('\n').length > 401 && !/\.test\.tsx?$|^tests\/|^db\/demo\//.test(file),
  )
  expect(long.map(({ file }) => relative('', file))).toEqual([])
})
