import { expect, test } from 'vitest'
import { catchingTests, catchingTestsIn, guardsIn, mutate, productSources } from './markers.ts'
import { mutations } from './mutations.ts'

const sources = productSources()
const markedByFile = sources.map(({ text }) => guardsIn(text))
const used = mutations.flatMap(({ replacements }) => Object.keys(replacements))
const names = mutations.map(({ name }) => name)
const catching = catchingTests()

test('every guard is marked once, and used by a mutation', () => {
  expect([...new Set(used)].toSorted()).toEqual(markedByFile.flat().toSorted())
})

test('every guard marker in the sources is well formed', () => {
  const marksIn = (text: string) => text.match(/\bguard: /g) ?? []
  for (const { file, text } of sources)
    expect([file, marksIn(text)]).toEqual([file, guardsIn(text).map(() => 'guard: ')])
})

test('every mutation has its own name, and a test that must catch it', () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect([...new Set(catching.map(({ mutation }) => mutation))].toSorted()).toEqual(names.toSorted())
})

test.each(mutations)('the mutation $name changes its sources', (mutation) => {
  for (const [guard, code] of Object.entries(mutation.replacements))
    for (const { text } of sources.filter(({ text }) => guardsIn(text).includes(guard)))
      expect(mutate(text, { ...mutation, replacements: { [guard]: code } })).not.toBe(text)
})

test('a marker at the end of a line covers that line, and one on its own line the statement below', () => {
  const source = [
    'a()',
    '// guard: whole',
    'const rows = await sql`',
    '  select 1',
    '`',
    'query',
    "  .where('x') // guard: link",
    '  .run()',
  ]
  const mutation = (replacements: (typeof mutations)[number]['replacements']) => ({ name: 'm', does: '', replacements })
  expect(mutate(source.join('\n'), mutation({ whole: 'look()' })).split('\n')).toEqual([
    'a()',
    'look()',
    ...source.slice(5),
  ])
  const wrapped = mutate(source.join('\n'), mutation({ whole: (guarded) => `look()\n${guarded}` }))
  expect(wrapped.split('\n')).toEqual(['a()', 'look()', ...source.slice(2)])
  expect(
    mutate(source.join('\n'), mutation({ link: '' }))
      .split('\n')
      .slice(5),
  ).toEqual(['query', '', '  .run()'])
  expect(mutate(source.join('\n'), mutation({ other: '' }))).toBe(source.join('\n'))
})

test.each([
  ["// catches: a, b\ntest('one thing', () => {})", ['a', 'b'], 'one thing'],
  ["  // catches: a\n  test.each(forms)('one $form of it', () => {})", ['a'], 'one '],
  ["// catches: a\ntest.each([\n  [1, 2],\n])(\n  'adds %j and %j', () => {})", ['a'], 'adds '],
])('finds the title of a marked test: %j', (text, expected, title) => {
  const found = catchingTestsIn('x.test.ts', text)
  expect(found).toEqual(expected.map((mutation) => ({ mutation, file: 'x.test.ts', title })))
  expect(() => catchingTestsIn('x.test.ts', '// catches: a\n')).toThrow('x.test.ts:1')
})
