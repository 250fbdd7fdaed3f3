import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MAX_STOPS = 5

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

interface Stop {
  file: string
  /** What leads from this stop to the next. */
  search: string | undefined
}

/** Returns the stops of a row; a path without a folder is beside the stop before it, or below it. */
function stopsOf(row: string): Stop[] {
  const stops: Stop[] = []
  for (const part of row.split('→')) {
    const [path = '', search] = [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
    const folder = dirname(stops.at(-1)?.file ?? '')
    stops.push({ file: existsSync(join(ROOT, path)) && path.includes('/') ? path : join(folder, path), search })
  }
  return stops
}

const walks = [...read('ARCHITECTURE.md').matchAll(/^\| `([^`|]+)` \| (`[^|]+→[^|]+) \|$/gm)].map(
  ([, address = '', row = '']) => ({ address, stops: stopsOf(row) }),
)

test('ARCHITECTURE.md leads from these addresses to the SQL', () => {
  expect(walks.map(({ address }) => address)).toEqual([
    '/cart',
    'POST /api/orders',
    'POST /api/orders/…/returns',
    'POST /storage/v1/object/…',
    'POST /auth/v1/token',
    'POST /api/admin/users/…/suspend',
  ])
})

test.each(walks)('$address: each stop leads to the next, in at most five', ({ stops }) => {
  expect(stops.length).toBeLessThanOrEqual(MAX_STOPS)
  for (const [index, { file, search }] of stops.entries()) {
    expect(existsSync(join(ROOT, file)), file).toBe(true)
    if (!search) continue
    expect(read(file), `${search} in ${file}`).toContain(search)
    const next = stops[index + 1]?.file ?? ''
    expect(read(next), `${search} in ${next}`).toContain(search)
  }
  const last = stops.at(-1)?.file ?? ''
  expect(last, 'the last stop has the SQL').toMatch(/queries\.ts$/)
})

test('ARCHITECTURE.md lists every job with its file', () => {
  const started = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      Array.from(read(file).matchAll(/startJob\(\{\s*name: '([^']+)'/g), ([, job]) => `${job} ${file}`),
    )
  const listed = [...read('ARCHITECTURE.md').matchAll(/^\| `([\w-]+)` \| `(server\/[\w/-]+\.ts)` \|/gm)]
  expect(listed.map(([, job, file]) => `${job} ${file}`).toSorted()).toEqual(started.toSorted())
})

/** Paths in documents, apart from those that are marked as new. */
const PATH = /`((?:shared|db|server|web|cli|chaos|tests|bench|tools|docs|deploy)\/[\w./-]+)`(?! \(new)/g
/** Written by `npm run chaos`. */
const GENERATED = ['chaos/last-run.json']
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'chaos/README.md'],
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  ),
]

test.each(documents)('%s names files that exist', (document) => {
  const paths = [...read(document).matchAll(PATH)].map(([, path = '']) => path)
  expect(paths.filter((path) => !existsSync(join(ROOT, path)) && !GENERATED.includes(path))).toEqual([])
})

const limited = [...read('docs/change-walks.md').matchAll(/^## (.+) \(limit (\d+)[^)]*\)\n([^#]+)/gm)].map(
  ([, change, limit, text = '']) => ({ change, limit: Number(limit), steps: [...text.matchAll(/^\d+\. /gm)].length }),
)

test('docs/change-walks.md keeps its limits', () => {
  expect(limited).toHaveLength(4)
  for (const { change, limit, steps } of limited) {
    expect(steps, change).toBeGreaterThan(0)
    expect(steps, change).toBeLessThanOrEqual(limit)
  }
})

test('docs/change-walks.md names every catalog of texts for a second language', () => {
  const catalogs = readdirSync(join(ROOT, 'shared'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(messages|refusals)\.ts$/.test(file))
    .map((file) => `\`shared/${file}\``)
  expect(catalogs.length).toBeGreaterThan(15)
  const text = read('docs/change-walks.md')
  expect(catalogs.filter((catalog) => !text.includes(catalog))).toEqual([])
})
