import type { ESTree } from 'vite'
import { expect, test } from 'vitest'
import { type Source, sourcesBelow, visit } from './support/sources.ts'

const sources = sourcesBelow(['shared', 'server', 'sandbox', 'web', 'cli', 'db', 'demo']).filter(
  ({ file }) => !file.endsWith('.test.ts'),
)

/** Catalogs of texts, by their names; those of refusals are read by code. */
const CATALOG = /(?:Messages|Texts)$/

/** Returns the names of the messages in each catalog that a source declares. */
function catalogsIn(source: Source): Map<string, string[]> {
  const found = new Map<string, string[]>()
  visit(source, {
    VariableDeclarator({ id, init }) {
      const object = withoutType(init)
      if (id.type !== 'Identifier' || !CATALOG.test(id.name) || object?.type !== 'ObjectExpression') return
      const names = object.properties.map((one) =>
        one.type === 'Property' && one.key.type === 'Identifier' ? one.key.name : undefined,
      )
      found.set(
        id.name,
        names.filter((name) => name !== undefined),
      )
    },
  })
  return found
}

function withoutType(node: ESTree.Expression | null): ESTree.Expression | null {
  return node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression' ? withoutType(node.expression) : node
}

/** Returns the messages that no source uses, as `catalog.message`. */
function unusedIn(all: readonly Source[]): string[] {
  const members = new Set<string>()
  const properties = new Set<string>()
  /** Catalogs that are handed on whole: any `.message` may be one of theirs. */
  const handedOn = new Set<string>()
  for (const { text } of all) {
    const code = text.replaceAll(/^import [^;'"]*['"].*$/gm, '').replaceAll(/const \w+/g, '')
    for (const [, object = '', property = ''] of code.matchAll(/\b(\w+)\??\.(\w+)/g))
      members.add(`${object}.${property}`)
    for (const [, property = ''] of code.matchAll(/\.(\w+)/g)) properties.add(property)
    // Destructured: `{ one, two } = aMessages`.
    for (const [, names = ''] of code.matchAll(/\{([^{}]*)\} = \w+(?:Messages|Texts)\b/g))
      for (const [name] of names.matchAll(/\w+/g)) properties.add(name)
    for (const [name] of code.matchAll(/\b\w+(?:Messages|Texts)\b(?![.:])/g)) handedOn.add(name)
  }
  const isUsed = (catalog: string, name: string) =>
    members.has(`${catalog}.${name}`) || (handedOn.has(catalog) && properties.has(name))
  return all.flatMap((source) =>
    [...catalogsIn(source)].flatMap(([catalog, names]) =>
      names.filter((name) => !isUsed(catalog, name)).map((name) => `${catalog}.${name}`),
    ),
  )
}

test('every message constant is used by code', () => {
  expect(unusedIn(sources)).toEqual([])
})

test('a message that nothing uses is found', () => {
  const source = (file: string, text: string): Source => ({ file, text })
  const catalog = source(
    'shared/a/messages.ts',
    "export const aMessages = { one: '1', two: (n: number) => String(n), three: '3' } as const\nexport const aTexts = { four: '4', five: '5' }",
  )
  const user = source(
    'web/a.ts',
    "import { aMessages } from './x.ts'\nshow(aMessages.one, aTexts)\nfunction show(t, u) { u.four }",
  )
  expect(unusedIn([catalog, user])).toEqual(['aMessages.two', 'aMessages.three', 'aTexts.five'])
})
