import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
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
  'web/features/checkouts → web/features/cart',
  'web/features/checkouts → web/features/orders',
  'web/features/orders → web/features/cart',
  'web/features/orders → web/features/reviews',
  'web/features/accounts → web/features/orders',
  'web/features/accounts → web/features/auth',
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
  'web/features/admin → web/features/auth',
  // server
  'server/shop/catalog → server/programs/storage',
  'server/shop/catalog → server/people/accounts',
  'server/shop/catalog → server/people/audit',
  'server/trade/fulfilment → server/trade/orders',
  'server/trade/fulfilment → server/people/accounts',
  'server/trade/fulfilment → server/pages/mail',
  'server/trade/fulfilment → server/people/notifications',
  'server/trade/conversations → server/trade/orders',
  'server/trade/conversations → server/people/accounts',
  'server/trade/conversations → server/shop/catalog',
  'server/trade/conversations → server/people/audit',
  'server/trade/conversations → server/pages/mail',
  'server/trade/conversations → server/people/notifications',
  'server/trade/fulfilment → server/people/audit',
  'server/trade/orders → server/people/audit',
  'server/people/audit → server/people/notifications',
  'server/people/activity → server/people/audit',
  'server/people/activity → server/people/accounts',
  'server/people/accounts → server/people/audit',
  'server/people/accounts → server/pages/mail',
  'server/people/auth → server/people/accounts',
  'server/pages/ssr → server/shop/catalog',
  'server/pages/ssr → server/programs/storage',
  'server/operate/check → server/programs/storage',
  'server/operate/backup → server/programs/storage',
  'server/trade/cart → server/shop/catalog',
  'server/shop/catalog → server/shop/stock',
  'server/trade/cart → server/shop/stock',
  'server/trade/orders → server/shop/stock',
  'server/trade/checkouts → server/shop/stock',
  'server/trade/checkouts → server/trade/cart',
  'server/trade/checkouts → server/shop/catalog',
  'server/trade/checkouts → server/trade/orders',
  'server/trade/checkouts → server/trade/payments',
  'server/trade/orders → server/trade/payments',
  'server/trade/fulfilment → server/trade/payments',
  'server/trade/billing → server/trade/fulfilment',
  'server/trade/billing → server/people/audit',
  'server/trade/billing → server/people/accounts',
  'server/trade/billing → server/trade/payments',
  'server/trade/billing → server/trade/checkouts',
  'server/trade/billing → server/trade/orders',
  'server/trade/billing → server/shop/stock',
  'server/trade/billing → server/trade/cart',
  'server/trade/billing → server/pages/mail',
  'server/shop/saved → server/shop/catalog',
  'server/shop/reviews → server/people/accounts',
  'server/shop/reviews → server/people/audit',
  'server/shop/reviews → server/people/notifications',
  'server/shop/reviews → server/shop/catalog',
  'server/shop/reviews → server/trade/fulfilment',
  'server/shop/reviews → server/trade/orders',
  'server/shop/reviews → server/pages/mail',
  'server/shop/alerts → server/people/accounts',
  'server/shop/alerts → server/shop/catalog',
  'server/shop/alerts → server/shop/stock',
  'server/shop/alerts → server/pages/mail',
  'server/shop/alerts → server/people/notifications',
  'server/trade/stats → server/shop/catalog',
  'server/trade/orders → server/shop/catalog',
  'server/trade/orders → server/trade/cart',
  'server/trade/orders → server/trade/stats',
  'server/trade/orders → server/people/accounts',
  'server/trade/orders → server/pages/mail',
  'server/trade/fulfilment → server/shop/catalog',
  'server/trade/fulfilment → server/shop/stock',
  'server/people/auth → server/pages/mail',
  'server/people/auth → server/trade/cart',
  'server/people/auth → server/shop/catalog',
  'server/people/auth → server/programs/storage',
  'server/programs/rest → server/people/accounts',
  'server/programs/rest → server/people/audit',
  'server/programs/rest → server/people/auth',
  'server/programs/rest → server/shop/catalog',
  'server/programs/rest → server/trade/orders',
  'server/programs/rest → server/programs/storage',
])

/** The module, or platform room, that owns each table: no other file names it. The sandbox owns the schema of its name. */
const TABLE_OWNERS: Record<Exclude<keyof Tables, `sandbox.${string}`> | 'sandbox', string> = {
  migrations: 'db/migrate.ts',
  users: 'server/people/accounts',
  identities: 'server/people/accounts',
  sessions: 'server/people/auth',
  known_networks: 'server/people/auth',
  refresh_tokens: 'server/people/auth',
  factors: 'server/people/auth',
  factor_challenges: 'server/people/auth',
  flow_states: 'server/people/auth',
  one_time_codes: 'server/people/auth',
  oauth_flows: 'server/people/auth',
  provider_tokens: 'server/people/auth',
  outgoing_messages: 'server/pages/mail',
  rate_limits: 'server/platform/load',
  counters: 'server/platform/data',
  products: 'server/shop/catalog',
  product_listings: 'server/shop/catalog',
  listing_runs: 'server/shop/catalog',
  number_runs: 'server/shop/catalog',
  removed_numbers: 'server/shop/catalog',
  uncounted_listings: 'server/shop/catalog',
  words: 'server/shop/catalog',
  product_words: 'server/shop/catalog',
  word_pieces: 'server/shop/catalog',
  word_changes: 'server/shop/catalog',
  renamed_sellers: 'server/shop/catalog',
  search_synonyms: 'server/shop/catalog',
  search_counts: 'server/shop/catalog',
  category_sets: 'server/shop/catalog',
  price_changes: 'server/shop/catalog',
  pending_suspensions: 'server/shop/catalog',
  seller_pages: 'server/shop/catalog',
  seller_handles: 'server/shop/catalog',
  carts: 'server/trade/cart',
  cart_lines: 'server/trade/cart',
  cart_merges: 'server/trade/cart',
  saved_products: 'server/shop/saved',
  stock_alerts: 'server/shop/alerts',
  reviews: 'server/shop/reviews',
  review_reports: 'server/shop/reviews',
  product_ratings: 'server/shop/catalog',
  seller_ratings: 'server/shop/catalog',
  orders: 'server/trade/orders',
  order_lines: 'server/trade/orders',
  order_mails: 'server/trade/orders',
  seller_orders: 'server/trade/orders',
  order_events: 'server/trade/orders',
  shipments: 'server/trade/fulfilment',
  shipment_lines: 'server/trade/fulfilment',
  order_returns: 'server/trade/fulfilment',
  order_return_lines: 'server/trade/fulfilment',
  idempotency_keys: 'server/trade/orders',
  payments: 'server/trade/payments',
  refunds: 'server/trade/payments',
  payment_releases: 'server/trade/payments',
  payment_events: 'server/trade/payments',
  payment_receipts: 'server/trade/payments',
  disputes: 'server/trade/payments',
  settings: 'server/platform/data',
  stock: 'server/shop/stock',
  stock_movements: 'server/shop/stock',
  checkouts: 'server/shop/stock',
  checkout_lines: 'server/shop/stock',
  seller_days: 'server/trade/stats',
  order_days: 'server/trade/stats',
  seller_reversals: 'server/trade/stats',
  order_reversals: 'server/trade/stats',
  product_reversals: 'server/shop/catalog',
  admin_actions: 'server/people/audit',
  seller_notices: 'server/people/audit',
  conversations: 'server/trade/conversations',
  conversation_messages: 'server/trade/conversations',
  conversation_sides: 'server/trade/conversations',
  notifications: 'server/people/notifications',
  notification_preferences: 'server/people/notifications',
  sandbox: 'sandbox',
  storage_buckets: 'server/programs/storage',
  storage_objects: 'server/programs/storage',
  storage_discards: 'server/programs/storage',
}

/** Folders that work on the marketplace as a whole and name any table. */
const NAME_ANY_TABLE = {
  demo: 'the demo marketplace is written in bulk, past the rules',
  'server/operate/backup': 'a backup looks at every table',
  'server/operate/check': 'its rules compare tables of several modules',
}

/** Tables that a file of another module names, each with its reason. */
const TABLE_REACHES: Record<string, string> = {
  'server/platform/load/queries.ts → migrations': 'a database that can be read and was migrated has it',
  'db/migrate.ts → orders': 'what servers lock first, when a migration deadlocked with them',
}

/** For each layer, the layers it may import from. */
const LAYERS: Record<string, readonly string[]> = {
  shared: [],
  db: ['shared'],
  'server/room': ['db', 'shared'],
  'server/module': ['server/room', 'db', 'shared'],
  'server/app': ['sandbox', 'server/module', 'server/room', 'db', 'shared'],
  sandbox: ['server/module', 'server/room', 'db', 'shared'],
  'sandbox/web': ['sandbox', 'web/app', 'web/feature', 'web/session', 'web/api', 'web/ui', 'shared'],
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

const sources = ['shared', 'db', 'demo', 'server', 'sandbox', 'web', 'tests', 'tools', 'bench', 'chaos', 'cli']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
const product = sources.filter(
  ({ file }) => /^(shared|db|demo|server|sandbox|web)\//.test(file) && !/\.test\.tsx?$/.test(file),
)

/** The files a source imports, as paths from the root; packages are left out. */
function importsOf({ file, text }: { file: string; text: string }): string[] {
  const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, path]) => path ?? '')
  return paths.map((path) => normalize(join(dirname(file), path)))
}

function layerOf(file: string): string {
  const [runtime = '', part = ''] = file.split('/')
  if (runtime === 'shared' || runtime === 'db') return runtime
  if (runtime === 'demo') return 'server/app'
  if (runtime === 'sandbox') return part === 'web' ? 'sandbox/web' : 'sandbox'
  if (runtime === 'server') {
    // What puts the parts together.
    if (/^server\/([^/]+\.ts$|operate\/start\/)/.test(file)) return 'server/app'
    return part === 'platform' ? 'server/room' : 'server/module'
  }
  if (['ui', 'api', 'session'].includes(part)) return `web/${part}`
  return part === 'features' ? 'web/feature' : 'web/app'
}

function featureOf(file: string): string | undefined {
  const parts = file.split('/')
  if (['server/module', 'web/feature'].includes(layerOf(file))) return parts.slice(0, 3).join('/')
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
  const server = product.filter(
    ({ file }) => /^(server|sandbox)\//.test(file) && file !== 'server/platform/http/guards.ts',
  )
  const registering = server.filter(({ text }) => /\bapp\.(get|post|put|patch|delete|route)\(/.test(text))
  const wrong = registering.filter(({ file, text }) => !/-routes\.ts$/.test(file) || !text.includes('routesFor('))
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test('SQL is in queries.ts only', () => {
  const wrong = product.filter(
    ({ file, text }) =>
      /^(server|sandbox)\//.test(file) &&
      !/(^|\/)([a-z-]+-)?queries\.ts$/.test(file) &&
      (/\bsql(<[^>]*>)?`/.test(text) || /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text)),
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

const tables = new Set(Object.keys(TABLE_OWNERS))

/** The folder by which a file owns tables: a module or a room of the server, or a part of the database's code. */
const roomOf = (file: string) =>
  file
    .split('/')
    .slice(0, { server: 3, sandbox: 1, demo: 1 }[file.split('/')[0] ?? ''] ?? 2)
    .join('/')

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
