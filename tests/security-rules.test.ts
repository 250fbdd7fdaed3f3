import type { ESTree } from 'vite'
import { expect, test } from 'vitest'
import { limitsSection } from './support/limits-page.ts'
import { SECURITY_RULES } from './support/security-rules.ts'
import { constantText, type Source, sourcesBelow, visit } from './support/sources.ts'

interface NamedTest {
  file: string
  title: string
  rules: string[]
}

/** How a title names the rules it proves: `D10: …` or `D2, D3: …`. */
const NAMED = /^([A-Z]\d+(?:, [A-Z]\d+)*): /

/** Whether the call makes a test or a group of tests: `test(…)`, `describe.each(…)(…)`; skipped ones prove nothing. */
function makesTests(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(callee.name)
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') {
    return makesTests(callee.type === 'CallExpression' ? callee.callee : callee.tag)
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return !['skip', 'todo'].includes(callee.property.name) && makesTests(callee.object)
}

/** The titles a call makes: its first argument, or for `%s` the first cells of the table it is called with. */
function titlesOf({ callee, arguments: [first] }: ESTree.CallExpression): string[] {
  const title = makesTests(callee) ? constantText(first) : undefined
  if (title === undefined) return []
  const table = callee.type === 'CallExpression' ? callee.arguments[0] : undefined
  if (!title.startsWith('%s') || table?.type !== 'ArrayExpression') return [title]
  const cells = table.elements.map((row) => (row?.type === 'ArrayExpression' ? row.elements[0] : row))
  return cells.flatMap((cell) => constantText(cell) ?? [])
}

function testsOf(source: Source): NamedTest[] {
  const found: NamedTest[] = []
  visit(source, {
    CallExpression(call) {
      for (const title of titlesOf(call)) {
        const rules = NAMED.exec(title)?.[1]?.split(', ')
        if (rules) found.push({ file: source.file, title, rules })
      }
    },
  })
  return found
}

const tests = sourcesBelow(['shared', 'db', 'demo', 'server', 'sandbox', 'web', 'tests', 'chaos', 'cli'])
  .filter(({ file }) => /\.test\.tsx?$/.test(file))
  .flatMap(testsOf)

test('every security rule has a test that names it', () => {
  const named = new Set(tests.flatMap(({ rules }) => rules))
  expect(Object.keys(SECURITY_RULES).filter((rule) => !named.has(rule))).toEqual([])
})

test('no title names a rule that does not exist', () => {
  const wrong = tests.filter(({ rules }) => rules.some((rule) => !(rule in SECURITY_RULES)))
  expect(wrong).toEqual([])
})

test('docs/measured/security.md lists the tests of each rule; `npx vitest run tests/security-rules -u` writes it anew', async () => {
  const sections = Object.entries(SECURITY_RULES).map(([rule, demand]) => {
    const own = tests.filter(({ rules }) => rules.includes(rule))
    const lines = own.map(({ file, title }) => `- ${title.replace(NAMED, '').replaceAll('|', '\\|')} (\`${file}\`)`)
    return `## ${rule}\n\n${demand}\n\n${lines.join('\n')}\n`
  })
  const page = `# The security rules and the tests that prove them

Written by \`tests/security-rules.test.ts\` from the titles of the tests; they come through the front door of the running
product. Change a title, not this page.

${limitsSection()}
${sections.join('\n')}`
  await expect(page).toMatchFileSnapshot('../docs/measured/security.md')
})
