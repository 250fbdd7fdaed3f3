import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { guardRule } from '../server/operate/check/queries.ts'
import { rules } from '../server/operate/check/rules-queries.ts'
import { openDatabaseForTests } from '../tests/support/open-for-tests.ts'

interface Trigger {
  trigger: string
  table: string
  feeds: string
  provedBy: string[]
}

const { db } = await openDatabaseForTests()
const { rows } = await sql<{ trigger: string; table: string; comment: string | null }>`
  select tgname as trigger, tgrelid::regclass::text as table, obj_description(oid, 'pg_trigger') as comment
  from pg_trigger where not tgisinternal order by 2, 1`.execute(db)
const commented = rows.map(({ trigger, table, comment }): Trigger | string => {
  const [, feeds, proof] = /^Feeds (.+)\. Proved by: (.+)\.$/.exec(comment ?? '') ?? []
  return feeds && proof ? { trigger, table, feeds, provedBy: proof.split('; ') } : `${trigger}: ${comment}`
})

test('each trigger has a comment that says what it feeds and which rules prove it', () => {
  expect(commented.filter((trigger) => typeof trigger === 'string')).toEqual([])
  expect(commented).not.toEqual([])
})

test('docs/measured/triggers.md lists the triggers as their comments describe them', async () => {
  const rows = commented.map((one) => {
    if (typeof one === 'string') return one
    return `| \`${one.trigger}\` | \`${one.table}\` | ${one.feeds} | ${one.provedBy.join('; ')} |`
  })
  await expect(`# The triggers

Written by \`db/triggers.test.ts\` from the comments of the triggers (\`\\dd\` in \`psql\`).

| trigger | on table | feeds | proved by the rules of \`npm run db:check\` |
|---|---|---|---|
${rows.join('\n')}
`).toMatchFileSnapshot('../docs/measured/triggers.md')
})

test('the rules that prove triggers are rules of db:check', () => {
  const names = new Set([guardRule, ...rules].map(({ name }) => name))
  const proofs = commented.flatMap((one) => (typeof one === 'string' ? [] : one.provedBy))
  expect(proofs.filter((rule) => !names.has(rule))).toEqual([])
})
