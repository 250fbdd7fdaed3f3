import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDER = new URL('./schema/', import.meta.url)
const texts = [...readdirSync(FOLDER), '../../sandbox/schema.sql'].map((name) =>
  readFileSync(new URL(name, FOLDER), 'utf8'),
)
/** All matches of a pattern. */
const find = (pattern: RegExp) => texts.flatMap((text) => Array.from(text.matchAll(pattern), ([match]) => match))

test('the files of db/schema define everything once, without replacing or altering what they have defined', () => {
  expect(
    find(
      /\b(or replace|if not exists (?!pg_trgm|unaccent|fuzzystrmatch)|drop (table|column|function|trigger|index|constraint))\b.*/g,
    ),
  ).toEqual([])
  expect(find(/^alter table .*\b(add|rename|validate)\b.*/gm)).toEqual([])
})

test('each table has a comment', () => {
  expect(find(/^create (unlogged )?table /gm).length).toBeGreaterThan(50)
  expect(find(/(?<!^--.*\n)^create (unlogged )?table \w+/gm)).toEqual([])
})
