import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { applyEdits } from './mutation.ts'
import { mutations } from './mutations.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFile(join(ROOT, file), 'utf8')

/** As of a test, with or without numbers of rules in front. */
const isTitleIn = (text: string, title: string) => text.includes(`('${title}`) || text.includes(`: ${title}`)

test.each(mutations)(
  'naive code ($name) has its place, and a test that is to catch it',
  async ({ edits, caughtBy }) => {
    for (const module of new Set(edits.map((edit) => edit.module))) {
      const text = await textOf(module)
      expect(applyEdits(edits, module, text)).not.toBe(text)
    }
    expect(caughtBy).not.toEqual([])
    for (const { file, title } of caughtBy) expect(isTitleIn(await textOf(file), title), title).toBe(true)
  },
)

test('naive code without its place is told, and so is a name that is used twice', () => {
  const edit = { module: 'm.ts', from: 'lock()', to: '' }
  expect(() => applyEdits([edit], 'm.ts', 'unlock')).toThrow('0 times')
  expect(() => applyEdits([edit], 'm.ts', 'lock() lock()')).toThrow('2 times')
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})
