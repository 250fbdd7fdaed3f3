import { expect, test } from 'vitest'
import { CATEGORIES } from '../shared/catalog/categories.ts'
import { type Source, sourcesBelow, visit } from './support/sources.ts'

const isTest = ({ file }: Source) => /\.test\.tsx?$|^web\/test\//.test(file)
const pages = sourcesBelow(['web', 'sandbox/web']).filter((source) => !isTest(source))

/** Words that are the same in every language: names, and what is read by programs. */
const NAMES = new Set([
  ...['Facebook', 'Twitter', 'GitHub', 'Linkedin', 'LinkedIn', 'Google', 'GitLab'],
  ...['Edge', 'Opera', 'Samsung Internet', 'Firefox', 'Chrome', 'Safari'],
  ...['Android', 'Windows', 'Mac', 'ChromeOS', 'Linux'],
  ...CATEGORIES,
  ...[
    'noindex, follow',
    'Bearer ',
    'Idempotency-Key',
    'https://',
    'AuthPKCECodeVerifierMissingError',
    'AuthSessionMissingError',
  ],
])

/** Attributes that hold no text. */
const CODE_ATTRIBUTES =
  /^(className|id|key|type|to|rel|href|src|d|viewBox|name|value|variant|size|autoComplete|pattern)$/
/** Attributes whose every word is seen or heard. */
const SPOKEN_ATTRIBUTES =
  /^(aria-(label|description|roledescription|valuetext)|title|alt|placeholder|label|text|hint|legend)$/
/** Members that hold no text: the cache's tags, types of structured data, fields' autocomplete tokens. */
const CODE_MEMBERS = /^(tagTypes|providesTags|invalidatesTags|PERSONAL_TAGS|type|@type|availability|autoComplete)$/
/** Calls whose texts only developers and programs read. */
const CODE_CALLS = /^(classNames|placeholders|console\.\w+|Error|updateQueryData|invalidateTags)$/

/** Returns whether a text consists of words: one with a capital, or several. */
function isWorded(text: string): boolean {
  if (NAMES.has(text) || text.startsWith('<') || isClassList(text)) return false
  return /(^|[^\p{L}\p{N}_-])\p{Lu}\p{Ll}/u.test(text) || /\p{L}[,.:;]? \p{L}/u.test(text)
}

/** Class names of style sheets, values of styles, selectors. */
function isClassList(text: string): boolean {
  return /[-:[(#]/.test(text) && text.split(/\s+/).every((word) => /^[\da-z#]?[^\p{Lu}\s]*$|[[\](=]/u.test(word))
}

/** Returns the texts in a source itself, each with its line. */
function textsIn(source: Source): string[] {
  const found: string[] = []
  const code: { start: number; end: number }[] = []
  const note = ({ start, end }: { start: number; end: number }, text: string) => {
    if (code.some((range) => range.start <= start && end <= range.end)) return
    found.push(`${source.file}:${source.text.slice(0, start).split('\n').length} ${text.trim().replace(/\s+/g, ' ')}`)
  }
  const skip = (node: { start: number; end: number }) => void code.push(node)
  visit(source, {
    ImportDeclaration: skip,
    ImportExpression: skip,
    TSLiteralType: skip,
    ExportNamedDeclaration(node) {
      if (node.source) skip(node.source)
    },
    BinaryExpression(node) {
      if (/^[!=]==$/.test(node.operator)) skip(node.right)
    },
    SwitchCase(node) {
      if (node.test) skip(node.test)
    },
    CallExpression(node) {
      if (CODE_CALLS.test(nameOf(source, node.callee))) skip(node)
    },
    NewExpression(node) {
      if (CODE_CALLS.test(nameOf(source, node.callee))) skip(node)
    },
    Property(node) {
      if (CODE_MEMBERS.test(nameOf(source, node.key))) skip(node.value)
    },
    VariableDeclarator(node) {
      if (node.init && CODE_MEMBERS.test(nameOf(source, node.id))) skip(node.init)
    },
    JSXAttribute(node) {
      const name = nameOf(source, node.name)
      if (CODE_ATTRIBUTES.test(name)) skip(node)
      const text = node.value?.type === 'Literal' ? String(node.value.value) : ''
      if (SPOKEN_ATTRIBUTES.test(name) && /\p{L}/u.test(text) && !NAMES.has(text)) note(node.value ?? node, text)
    },
    JSXText(node) {
      if (/\p{L}/u.test(node.value) && !NAMES.has(node.value.trim())) note(node, node.value)
    },
    Literal(node) {
      if (typeof node.value === 'string' && isWorded(node.value)) note(node, node.value)
    },
    TemplateElement(node) {
      if (isWorded(node.value.raw)) note(node, node.value.raw)
    },
  })
  return [...new Set(found)]
}

/** The source of a name, without quotes and without RTK Query's `api.util`. */
function nameOf({ text }: Source, { start, end }: { start: number; end: number }): string {
  return text
    .slice(start, end)
    .replace(/^['"]|['"]$/g, '')
    .replace(/^.*\butil\./, '')
}

test('texts that users read come from the catalog', () => {
  expect(pages.flatMap(textsIn)).toEqual([])
})

test('the catalog has one spelling of email, and no blank before %', () => {
  const catalog = sourcesBelow(['shared']).filter((source) => !isTest(source))
  expect(catalog.filter(({ text }) => /e-mail|\d %/i.test(text)).map(({ file }) => file)).toEqual([])
})

test('numbers and dates are written in one locale', () => {
  const others = [...pages, ...sourcesBelow(['shared']).filter((source) => !isTest(source))].filter(
    ({ file, text }) => file !== 'shared/kernel/locale.ts' && /'en(-US)?'|\.toLocale(Date|Time)?String\(/.test(text),
  )
  expect(others.map(({ file }) => file)).toEqual([])
})

test.each([
  ['<p>Two words</p>', 'Two words'],
  ['<p>word</p>', 'word'],
  ['<img alt="Word" />', 'Word'],
  ['<Field label="word" />', 'word'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is in a source.
  ['<Field hint={`At least ${n} characters`} />', 'At least'],
  ["showSuccess('Saved')", 'Saved'],
  ["showError('it broke')", 'it broke'],
  ["const entries = [{ to: '/', text: 'Home' }]", 'Home'],
])('finds the text in %s', (text, found) => {
  expect(textsIn({ file: 'example.tsx', text })).toEqual([`example.tsx:1 ${found}`])
})

test.each([
  "import { Home } from './Home page.ts'",
  '<p className="flex min-h-2">{text}</p>',
  "const look = 'inline-flex min-h-8 hover:underline'",
  "throw new Error('Not reached')",
  "if (event.key === 'Escape') close()",
  "build.query({ providesTags: ['Product'] })",
])('passes over %s', (text) => {
  expect(textsIn({ file: 'example.tsx', text })).toEqual([])
})

test('the name of the shop is written once, for all that is shown of it', () => {
  const shown = sourcesBelow([
    'shared',
    'web',
    'server/pages/ssr',
    'server/pages/mail',
    'server/programs/docs',
    'server/platform/config',
  ])
  const named = shown.filter((source) => !isTest(source) && /\bOpenstall\b/.test(source.text))
  expect(named.map(({ file }) => file)).toEqual(['shared/app/name.ts'])
})
