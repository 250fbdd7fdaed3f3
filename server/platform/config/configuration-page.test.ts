import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from './declarations.ts'

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
const rows = Array.from(page.matchAll(/^\| `([A-Z_0-9]+)` \| (.+) \|$/gm), ([, name = '', cells = '']) => {
  const [type, value, meaning, wrong, ...others] = cells.split(/(?<!\\) \| /).map((cell) => cell.replaceAll('\\|', '|'))
  return { name, type, value, meaning, wrong, others }
})

test('docs/configuration.md has each setting once, with its type, its meaning and its wrong values', () => {
  expect(rows.map(({ name, type }) => [name, type])).toEqual(
    Object.entries(settings).map(([name, { type }]) => [name, type]),
  )
  expect(rows.filter(({ meaning, wrong, others }) => !meaning || !wrong || others.length)).toEqual([])
})

test('docs/configuration.md has the defaults that are values', () => {
  const defaults = Object.entries(settings).flatMap(([name, { schema }]) => {
    const value = [schema.safeParse(undefined).data].flat().join(',')
    return value ? [[name, `\`${value}\``]] : []
  })
  const shown = rows.filter(({ name }) => defaults.some(([other]) => other === name))
  expect(shown.map(({ name, value }) => [name, value])).toEqual(defaults)
})
