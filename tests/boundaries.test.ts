import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Edges between features, each with a reason in the commit that added it. */
const FEATURE_EDGES = new Set([
  // web
  'web/features/catalog → web/features/cart',
  'web/features/checkout → web/features/cart',
  'web/features/checkout → web/features/orders',
  'web/features/orders → web/features/cart',
  'web/features/account → web/features/orders',
  'web/features/seller → web/features/orders',
  'web/features/seller → web/features/account',
  'web/features/admin → web/features/orders',
  'web/features/admin → web/features/account',
  // server
  'server/catalog → server/storage',
  'server/check → server/storage',
  'server/backup → server/storage',
  'server/orders → server/cart',
  'server/auth → server/mail',
  'server/rest → server/auth',
  'server/rest → server/catalog',
  'server/rest → server/orders',
])

/** For each layer, the layers it may import from. */
const LAYERS: Record<string, readonly string[]> = {
  shared: [],
  db: ['shared'],
  'server/platform': ['db', 'shared'],
  'server/module': ['server/platform', 'db', 'shared'],
  'server/app': ['server/module', 'server/platform', 'db', 'shared'],
  'web/ui': ['shared'],
  'web/api': ['shared'],
  'web/session': ['web/api', 'web/ui', 'shared'],
  'web/feature': ['web/session', 'web/api', 'web/ui', 'shared'],
  'web/app': ['web/feature', 'web/session', 'web/api', 'web/ui', 'shared'],
}

/** Command-line programs: the only places besides server/main.ts that read the environment. */
const PROGRAMS = ['server/main.ts', 'server/cluster.ts', 'server/admin.ts', 'tools/', 'bench/', 'torture/', 'tests/']

const sources = ['shared', 'db', 'server', 'web', 'tests', 'tools', 'bench', 'torture']
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
    return part === 'platform' ? 'server/platform' : 'server/module'
  }
  if (['ui', 'api', 'session'].includes(part)) return `web/${part}`
  return part === 'features' ? 'web/feature' : 'web/app'
}

function featureOf(file: string): string | undefined {
  const parts = file.split('/')
  if (layerOf(file) === 'server/module') return parts.slice(0, 2).join('/')
  if (layerOf(file) === 'web/feature') return parts.slice(0, 3).join('/')
}

test('imports go one way, and features know only the features listed here', () => {
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

test('nothing of the product imports from tests, tools, bench or torture', () => {
  const wrong = product.filter((source) =>
    importsOf(source).some((path) => /^(tests|tools|bench|torture)\//.test(path)),
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

test('A5: a route file opens with its guard, and routes stand nowhere else', () => {
  const server = product.filter(({ file }) => file.startsWith('server/') && file !== 'server/platform/guards.ts')
  const registering = server.filter(({ text }) => /\bapp\.(get|post|put|patch|delete|route)\(/.test(text))
  const wrong = registering.filter(({ file, text }) => !/-routes\.ts$/.test(file) || !text.includes('routesFor('))
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test('SQL stands in queries.ts only', () => {
  const wrong = product.filter(
    ({ file, text }) =>
      file.startsWith('server/') &&
      !/(^|\/)([a-z-]+-)?queries\.ts$/.test(file) &&
      (/\bsql(<[^>]*>)?`/.test(text) || /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text)),
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test('files stop at 400 lines', () => {
  const long = sources.filter(
    ({ file, text }) => text.split('\n').length > 401 && !/\.test\.tsx?$|^tests\/|^db\/demo\//.test(file),
  )
  expect(long.map(({ file }) => relative('', file))).toEqual([])
})
