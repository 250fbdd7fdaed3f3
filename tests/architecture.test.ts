import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sourcesBelow } from './support/sources.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MAX_STOPS = 5

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

interface Stop {
  file: string
  /** The reference that leads from this stop to the next. */
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

test('ARCHITECTURE.md traces these addresses down to the SQL', () => {
  expect(walks.map(({ address }) => address)).toEqual(['/cart', 'POST /api/orders', 'POST /auth/v1/token'])
})

test.each(walks)('$address: each stop references the next, in at most five stops', ({ stops }) => {
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

test('docs/measured/jobs.md lists every task and every outbox step, with its file and its sentence', async () => {
  const sources = sourcesBelow(['sandbox', 'server']).filter(({ file }) => !file.endsWith('.test.ts'))
  const crons = new Map(
    Array.from(read('server/operate/start/background.ts').matchAll(/\{ task: (\w+), cron: '([^']+)' \}/g), (found) => [
      found[1],
      found[2],
    ]),
  )
  /** The sentence of the last comment before a place. */
  const sentenceBefore = (text: string, index: number) => {
    const comments = text.slice(0, index).matchAll(/\/\*\* ([\s\S]*?)\*\/|^\s*\/\/ (.*)$/gm)
    const [, block, line] = [...comments].at(-1) ?? []
    return /^[^;]+?(?=;|\.(\s|$))/.exec((block ?? line ?? '').replaceAll(/\s*\n\s*\*\s?/g, ' '))?.[0]
  }
  const tasks = sources.flatMap(({ file, text }) =>
    Array.from(
      text.matchAll(/const (\w+): Task(?:<[^>]*>)? = \{\s*name: '(\w+)'/g),
      ({ 1: constant, 2: name, index }) => {
        const cron = crons.get(constant)
        return `| \`${name}\` | \`${file}\` | ${sentenceBefore(text, index)} | ${cron ? `\`${cron}\`` : ''} |`
      },
    ),
  )
  const steps = sources.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/name: '([\w-]+)',\s*(?:isDue|due:)/g), ({ 1: name, index }) => {
      return `| \`${name}\` | \`${file}\` | ${sentenceBefore(text, index)} |`
    }),
  )
  expect([...tasks, ...steps].filter((row) => row.includes('undefined'))).toEqual([])
  expect(tasks.filter((row) => /`[\d*/ ]+` \|$/.test(row)).length).toBe(crons.size)
  await expect(`# The tasks, and the steps of the outbox

Written by \`tests/architecture.test.ts\` from their declarations and comments. The log and the metrics have their names.

Tasks are queued in the database; those with a cron line are queued by time, in UTC.

| task | file | what it does | cron |
|---|---|---|---|
${tasks.join('\n')}

Steps run every 2 seconds, and soon after changes, where they have something to do.

| step | file | what it does |
|---|---|---|
${steps.join('\n')}
`).toMatchFileSnapshot('../docs/measured/jobs.md')
})

/** Paths in documents, except those marked as new. */
const PATH = /`((?:shared|db|demo|server|sandbox|web|cli|chaos|tests|bench|tools|docs|deploy)\/[\w./-]+)`(?! \(new)/g
/** Written by `npm run chaos`. */
const GENERATED = ['chaos/last-run.json']
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'chaos/README.md'],
  ...['docs', 'docs/decisions', 'docs/measured'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  ),
]

test.each(documents)('%s names files that exist', (document) => {
  const paths = [...read(document).matchAll(PATH)].map(([, path = '']) => path)
  expect(paths.filter((path) => !existsSync(join(ROOT, path)) && !GENERATED.includes(path))).toEqual([])
})

/** The anchors of the headings of a document, as GitHub generates them. */
const anchorsOf = (document: string) =>
  Array.from(read(document).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(documents)('%s links to pages and headings that exist', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
  const broken = links.filter(([, path, anchor]) => {
    const target = path ? join(dirname(document), path) : document
    return !existsSync(join(ROOT, target)) || (anchor && !anchorsOf(target).includes(anchor))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

/** The paths of a pattern like `server/shop/stock/{reserve,reservation}-queries.ts`. */
function expanded(pattern: string): string[] {
  const [group, choices] = /\{([^{}]*)\}/.exec(pattern) ?? []
  return group && choices ? choices.split(',').map((choice) => pattern.replace(group, choice)) : [pattern]
}

const changes = [
  ...read('docs/change-walks.md').matchAll(/^## (.+) \((\d+) files(?:, limit (\d+)[^)]*)?\)\n([^#]+)/gm),
].map(([, change = '', count, limit = count, text = '']) => {
  const steps = text.slice(text.indexOf('\n1. '))
  const named = [...steps.matchAll(/`([a-z]+\/[\w./{},-]+|\.dependency-cruiser\.js)`( \(new)?/g)]
  const files = named.flatMap(([, pattern = '', isNew]) => expanded(pattern).map((file) => ({ file, isNew })))
  return { change, count: Number(count), limit: Number(limit), files }
})

test('docs/change-walks.md has eight walks', () => {
  expect(changes).toHaveLength(8)
})

test.each(changes)(
  '$change: the walk counts its files, which exist unless they are new, and stays within its limit',
  (change) => {
    expect(change.files.length).toBe(change.count)
    expect(change.count).toBeLessThanOrEqual(change.limit)
    expect(change.files.filter(({ file, isNew }) => !isNew && !existsSync(join(ROOT, file)))).toEqual([])
  },
)
