import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { features, modules } from '../.dependency-cruiser.js'
import tableOwners from './rules/table-owners.json' with { type: 'json' }
import { ROOT, sourcesBelow, visit } from './support/sources.ts'

// Rules that Biome (biome.json, tests/rules), dependency-cruiser (.dependency-cruiser.js) and knip cannot express.

const FOLDERS = 'bench chaos cli db demo deploy docs sandbox server shared tests tools web'.split(' ')
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length)),
)
const sources = sourcesBelow(FOLDERS).filter(({ file }) => !/\.test\.tsx?$/.test(file))
const product = sources.filter(({ file }) => /^(shared|db|demo|sandbox|server|web\/(?!test\/))/.test(file))
const styles = files
  .filter((file) => /^web\/.*\.css$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
const below = (path: RegExp) => product.filter(({ file }) => path.test(file))
const textOf = (path: RegExp) =>
  below(path)
    .map(({ text }) => text)
    .join('\n')
const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found = '']) => found)

test('no folder has more than 30 files other than tests', () => {
  const counts = Object.groupBy(files, (file) => dirname(file))
  const large = Object.entries(counts).filter(([, found = []]) => found.length > 30)
  expect(large.map(([folder]) => folder).toSorted()).toEqual(['tests/support'])
})

const ELSEWHERE = /^(sandbox|server)\/(?!.*-routes\.ts$)/
const UNGUARDED = /^(?![\s\S]*[rR]outesFor\()[\s\S]*\bapp\.(get|post|put|patch|delete)\(/
const PAGES = /^(sandbox|shared|web)\//
const SHOWN = /^(shared|web|server\/(pages|programs\/docs|platform\/config))\//
const SIDE = /(?<=[\s;{])(?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)*:|(?:text-align|float): (?:left|right)/
test.each<[string, RegExp, RegExp, RegExp?]>([
  [
    'A5: routes are registered in route files',
    ELSEWHERE,
    /\bapp\.(get|post|put|patch|delete|route)\(/,
    /http\/guards\.ts$/,
  ],
  ['A5: route files open with their guard', /-routes\.ts$/, UNGUARDED],
  [
    'numbers and dates have one locale',
    PAGES,
    /'en(-US)?'|\.toLocale\w*String\(/,
    /kernel\/(languages|market-facts|regions)/,
  ],
  ['the name of the shop is written once', SHOWN, /\bOpenstall\b/, /^shared\/kernel\/market-facts\.ts$/],
  ['email has one spelling, and % follows its number without a space', /^shared\//, /e-mail|[\d}] %/i],
  ['styles use logical sides, not left and right', /\.css$/, SIDE],
  ['arrow keys follow the direction of text', /^(sandbox\/)?web\//, /'Arrow(Left|Right)'/, /^web\/ui\/direction\.ts$/],
])('%s', (_, where, pattern, except = /^$/) => {
  const wrong = [...below(where), ...styles.filter(({ file }) => where.test(file))].filter(
    ({ file, text }) => pattern.test(text) && !except.test(file),
  )
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test('functions of any kind have at most 80 lines, markup included', () => {
  const long: string[] = []
  for (const source of sources) {
    const count = ({ start, end }: { start: number; end: number }) => {
      if (source.text.slice(start, end).split('\n').length > 80) long.push(`${source.file} at ${start}`)
    }
    visit(source, { FunctionDeclaration: count, FunctionExpression: count, ArrowFunctionExpression: count })
  }
  expect(long).toEqual([])
})

test('every permitted import between parts is used', () => {
  const unused = Object.entries({ server: modules, 'web/features': features }).flatMap(([folder, parts]) =>
    Object.entries(parts).flatMap(([part, others]) => {
      const text = textOf(new RegExp(`^${folder}/${part}/`))
      const path = (to: string) => `../${dirname(to) === dirname(part) ? basename(to) : to}/`
      return others.split(' ').flatMap((to) => (text.includes(path(to)) ? [] : [`${part} → ${to}`]))
    }),
  )
  expect(unused).toEqual([])
})

/** Longer than a request's headers; a quadratic pattern takes more than a hundred million steps on it. */
const LENGTH = 20_000
test('C5: the project’s patterns are linear-time', () => {
  const context = createContext({})
  const isSlow = (pattern: RegExp, texts: string[], timeout = 250): boolean => {
    Object.assign(context, { pattern: new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')), texts })
    const before = process.threadCpuUsage()
    try {
      // All texts at once, as each run under a timeout costs more than a fast pattern.
      runInContext('for (const text of texts) pattern.test(text)', context, { timeout })
      return false
    } catch {
      if (texts.length > 1) return texts.some((text) => isSlow(pattern, [text]))
      // On a busy machine the time may have gone to other processes.
      return process.threadCpuUsage(before).user > 100_000 || isSlow(pattern, texts, 2 * timeout)
    }
  }
  const patterns = new Map<string, RegExp>()
  for (const source of product)
    visit(source, {
      Literal(node) {
        if ('regex' in node) patterns.set(node.raw ?? source.file, new RegExp(node.regex.pattern, node.regex.flags))
      },
    })
  const slow = [...patterns].filter(([, one]) => isSlow(one, attacksOn(one.source)))
  expect(patterns.size).toBeGreaterThan(50)
  expect([isSlow(/(a+)+$/, [`${'a'.repeat(LENGTH)}!`]), isSlow(/\s+$/, ['', `${' '.repeat(LENGTH * 4)}!`])]).toEqual([
    true,
    true,
  ])
  expect(slow.map(([pattern]) => pattern)).toEqual([])
})

/** Returns inputs on which a pattern may be slow: many repetitions of a part of it, followed by a mismatch. */
function attacksOn(pattern: string): string[] {
  const letters = new Set([...pattern.replace(/\\[wdsbB]|[()|*+?{}^$]/g, ''), ...' a0-./"<&=%\t\n\u00e9'])
  const words = pattern.match(/[\w<>&;:%./"'-]{2,}/g) ?? []
  const pumps = [...letters, ...words, ' a', 'a ', '0a', 'a.', '.a', 'a-', '/a', '%2', '<a', '="']
  const repeated = pumps.map((pump) => `${pump.repeat(Math.ceil(LENGTH / pump.length))}\u0000`)
  return [
    ...repeated,
    ...words.slice(0, 3).flatMap((word) => [...' a0/'].map((pump) => `${word + pump.repeat(LENGTH)}\u0000`)),
  ]
}

const ONE_SIDED = /^shared\/(auth\/(form-)?schema|cart\/rules|fulfilment\/(rules|schema))\.ts$/
test('C6: validation rules are in shared, used by both server and pages', () => {
  const sides = [/^server\//, /^web\//].map(textOf)
  const rules = below(/^shared\/.*(schema|rules)\.ts$/).filter(({ file }) => !ONE_SIDED.test(file))
  expect(rules.filter(({ file }) => !sides.every((text) => text.includes(`/${file}'`)))).toEqual([])
})

/** Matches one or several tables in SQL, and in a call of the query builder. */
const NAMING = [
  /\b(?:from|join|update|into|using|table)\s+(?:only\s+|lateral\s+)?((?:[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*)*[a-z_]+)/g,
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|from|using|\w+Join(?:Lateral)?|table)\(\s*\[?((?:\s*'[a-z_.]+(?: as [a-z_]+)?',?)+)/g,
]
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{},()])\/\/.*$|(?<=\s)--\s.*$/gm
/** Work on the marketplace as a whole; the migration locks tables as servers do, in the same order. */
const NAME_ANY = /^(demo\/|db\/(tables|migrate)\.ts|server\/operate\/(backup|check)\/)/
const isOwner = (file: string, owners = '') => owners.split(' ').some((owner) => file.startsWith(owner))

test('a table is named only by its owner, and an order’s tables also by the code that places orders', () => {
  const owners = new Map(
    Object.entries(tableOwners).flatMap(([owner, tables]) => tables.split(' ').map((table) => [table, owner] as const)),
  )
  const schema = files
    .filter((file) => /^(db\/(schema|migrations)\/.*|sandbox\/schema)\.sql$/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  const tables = new Set(all(schema.join('\n'), /^create (?:(?:unlogged )?table|view) (\w+)/gm))
  expect([...owners.keys()].toSorted()).toEqual([...tables].toSorted())
  const wrong = product.filter(({ file, text }) => {
    const lists = NAMING.flatMap((pattern) => all(text.replaceAll(COMMENTS, ''), pattern))
    const named = lists.flatMap((list) => all(list, /(?:^|,)[\s']*([a-z_]+)/g))
    return !NAME_ANY.test(file) && named.some((table) => !isOwner(file, owners.get(table)))
  })
  expect(wrong.map(({ file }) => file)).toEqual([])
})

const catalogFiles = below(/^(sandbox\/messages|shared\/.*messages|server\/people\/auth\/protocol\/errors)\.ts$/)
const catalogs = (await Promise.all(catalogFiles.map(({ file }) => import(join(ROOT, file))))).flatMap((module) =>
  Object.entries<Record<string, unknown>>(module),
)

test('every message is used by code', () => {
  const code = sources
    .map(({ text }) => text.replaceAll(/^import [^;'"]*['"].*$/gm, '').replaceAll(/const \w+/g, ''))
    .join('\n')
  const members = new Set(Array.from(code.matchAll(/\b(\w+)\??\.(\w+)/g), ([, object, name]) => `${object}.${name}`))
  const names = new Set([
    ...all(code, /\.(\w+)/g),
    ...all(code, /\{([^{}]*)\} = \w+(?:Messages|Texts)\b/g).flatMap((list) => list.split(/\W+/)),
  ])
  /** Catalogs that are passed on whole: any `.message` may belong to them. */
  const handedOn = new Set(all(code, /\b(\w+(?:Messages|Texts))\b(?![.:])/g))
  const unused = catalogs.flatMap(([catalog, messages]) =>
    (/(Messages|Texts)$/.test(catalog) ? Object.keys(messages) : [])
      .filter((name) => !members.has(`${catalog}.${name}`) && !(handedOn.has(catalog) && names.has(name)))
      .map((name) => `${catalog}.${name}`),
  )
  expect(unused).toEqual([])
})

test('every request that the pages can send is sent by code', () => {
  const code = textOf(/^(sandbox\/)?web\//)
  const requests = all(code, /^ {4}(?: {2})?(\w+): (?:build\.(?:query|mutation)|post)\b/gm)
  const unused = requests.filter((name) => {
    const hook = `use(?:Lazy)?${name.charAt(0).toUpperCase()}${name.slice(1)}(?:Query|Mutation)`
    return !new RegExp(`\\b(?:endpoints\\.${name}|${name}\\.initiate|${hook})\\b`).test(code)
  })
  expect(requests.length).toBeGreaterThan(100)
  expect(unused).toEqual([])
})
