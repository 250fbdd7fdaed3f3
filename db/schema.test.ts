import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkMigrations } from './migrate.ts'

/** The schema of version 0.2.0, as its databases and backups record it. */
const RELEASED = [
  { name: '0000-schema', checksum: 'b6fc3de6fa55b946c85da26f179185915989706d953e8320d41a122cf2a9104f' },
  { name: '0000-schema-of-sandbox', checksum: '1c365ae9b933e2e9d4f6b05ceeb08efa8a60d2e693bfe2027eb11d74cd9a5b91' },
]

const read = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({
      name,
      text: readFileSync(new URL(folder + name, import.meta.url), 'utf8').replaceAll('\r\n', '\n'),
    }))
const schema = [...read('./schema/'), ...read('../sandbox/')]
const migrations = read('./migrations/')

test('the schema is the one that version 0.2.0 released', async () => {
  const refusal = await checkMigrations(RELEASED).catch((error: Error) => error.message)
  expect(refusal, 'db/schema and sandbox/schema.sql are frozen: write a migration in db/migrations').toBeUndefined()
})

test('migrations are numbered without gaps, and begin with what they cost', () => {
  const numbers = migrations.map(({ name }) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
  expect(numbers).toEqual(migrations.map((_, index) => String(index + 1).padStart(4, '0')))
  expect(migrations.filter(({ text }) => !text.startsWith('-- ')).map(({ name }) => name)).toEqual([])
})

test('each table has a comment', () => {
  const find = (pattern: RegExp) => [...schema, ...migrations].flatMap(({ text }) => text.match(pattern) ?? [])
  expect(find(/^create (unlogged )?table /gm).length).toBeGreaterThan(50)
  expect(find(/(?<!^--.*\n)^create (unlogged )?table \w+/gm)).toEqual([])
})
