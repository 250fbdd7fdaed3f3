import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardRule } from '../server/check/queries.ts'
import { rules } from '../server/check/rules-queries.ts'
import { createTestDatabase, type TestDatabase } from '../tests/support/test-database.ts'
import { connectDatabase } from './connect.ts'

interface Trigger {
  trigger: string
  table: string
  feeds: string
  provedBy: string[]
}

let database: TestDatabase
let commented: (Trigger | string)[]
beforeAll(async () => {
  database = await createTestDatabase()
  const db = connectDatabase(database.connection, { max: 1 })
  try {
    const { rows } = await sql<{ trigger: string; table: string; comment: string | null }>`
      select tgname as trigger, tgrelid::regclass::text as table, obj_description(oid, 'pg_trigger') as comment
      from pg_trigger where not tgisinternal order by 2, 1`.execute(db)
    commented = rows.map(({ trigger, table, comment }) => {
      const [, feeds, proof] = /^Feeds (.+)\. Proved by: (.+)\.$/.exec(comment ?? '') ?? []
      return feeds && proof ? { trigger, table, feeds, provedBy: proof.split('; ') } : `${trigger}: ${comment}`
    })
  } finally {
    await db.destroy()
  }
})
afterAll(() => database.drop())

/** The table below the heading "Triggers" of ARCHITECTURE.md. */
function documented(): Trigger[] {
  const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8')
  const section = text.split(/^## /m).find((part) => part.startsWith('Triggers\n')) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((line) => {
    const [, trigger = '', table = '', feeds = '', proof = ''] = line.replaceAll('`', '').split(/ *\| */)
    return { trigger, table, feeds, provedBy: proof.split('; ') }
  })
}

test('each trigger has a comment that says what it feeds and which rules prove it', () => {
  expect(commented.filter((trigger) => typeof trigger === 'string')).toEqual([])
  expect(commented).not.toEqual([])
})

test('ARCHITECTURE.md lists the triggers as their comments describe them', () => {
  expect(documented()).toEqual(commented)
})

test('the rules that prove triggers are rules of db:check', () => {
  const names = new Set([guardRule, ...rules].map(({ name }) => name))
  expect(documented().flatMap(({ provedBy }) => provedBy.filter((rule) => !names.has(rule)))).toEqual([])
})
