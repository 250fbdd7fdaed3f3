import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'

/** A rule that must hold: `query` returns a row, with `what` in words, for each violation. */
export interface Rule {
  name: string
  query: RawBuilder<{ what: string }>
}

export const EXAMPLES = 10

/** Runs `work` in one read-only snapshot without statement timeouts; returns its result. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
      return work(tx)
    })
}

/** Returns the count of violations of a rule, with examples. */
export async function countViolations(tx: Tx, { query }: Rule): Promise<{ count: number; examples: string[] }> {
  const { rows } = await sql<{ count: number; examples: string[] }>`
    with broken as materialized (${query})
    select (select count(*) from broken) as count, array(select what from broken order by what limit ${EXAMPLES}) as examples
  `.execute(tx)
  return rows[0] ?? { count: 0, examples: [] }
}

/** Returns the row counts of the main tables. */
export async function countRows(tx: Tx): Promise<{ users: number; products: number; orders: number; lines: number }> {
  const { rows } = await sql<{ users: number; products: number; orders: number; lines: number }>`
    select (select count(*) from users) as users, (select count(*) from products) as products,
      (select count(*) from orders) as orders, (select count(*) from order_lines) as lines`.execute(tx)
  return rows[0] ?? { users: 0, products: 0, orders: 0, lines: 0 }
}

/** The schemas of the marketplace and, if present, of the sandbox. */
const inSchemas = (of: 'pg_class' | 'child') =>
  sql`${sql.ref(of)}.relnamespace in (current_schema()::regnamespace, to_regnamespace('sandbox'))`

/** The rule that every constraint, index and trigger is valid and enabled. */
export const guardRule: Rule = {
  name: 'constraints, indexes and triggers are in force',
  query: sql`
    select 'the constraint ' || conname || ' of ' || conrelid::regclass || ' is not validated' as what
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where ${inSchemas('pg_class')} and not convalidated
    union all
    select 'the index ' || indexrelid::regclass || ' is not valid'
    from pg_index join pg_class on pg_class.oid = indrelid
    where ${inSchemas('pg_class')} and not (indisvalid and indisready)
    union all
    select 'the trigger ' || tgname || ' of ' || tgrelid::regclass || ' is disabled'
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where ${inSchemas('pg_class')} and tgenabled in ('D', 'R')`,
}

/** Returns a rule for each table with check constraints, as rows can bypass them. */
export async function checkConstraintRules(tx: Tx): Promise<Rule[]> {
  const { rows } = await sql<{ table_name: string; name: string; expression: string }>`
    select pg_class.oid::regclass::text as table_name, conname as name, pg_get_expr(conbin, conrelid) as expression
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'c' and ${inSchemas('pg_class')} and relkind = 'r'
    order by 1, 2`.execute(tx)
  const byTable = Map.groupBy(rows, ({ table_name }) => table_name)
  // One scan per table.
  return Array.from(byTable, ([table, checks]) => {
    const illegal = checks.map(({ name, expression }) => [
      sql`case when not (${sql.raw(expression)}) then ${sql.lit(name)} end`,
    ])
    const every = sql.join(
      checks.map(({ expression }) => sql`(${sql.raw(expression)}) is not false`),
      sql` and `,
    )
    return {
      name: `values in ${table} are legal`,
      query: sql`
        select concat_ws(', ', ${sql.join(illegal.flat())}) || ' forbids ' || left(checked::text, 200) as what
        from ${sql.table(table)} checked where not (${every})`,
    }
  })
}

/** Returns a rule for each foreign key. */
export async function foreignKeyRules(tx: Tx): Promise<Rule[]> {
  const { rows } = await sql<{ table_name: string; other: string; columns: string[]; other_columns: string[] }>`
    select conrelid::regclass::text as table_name, confrelid::regclass::text as other,
      array(select attname::text from unnest(conkey) with ordinality key(number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
      array(select attname::text from unnest(confkey) with ordinality key(number, place)
        join pg_attribute on attrelid = confrelid and attnum = number order by place) as other_columns
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and ${inSchemas('child')}
    order by 1, 2, 3`.execute(tx)
  return rows.map(({ table_name, other, columns, other_columns }) => {
    const same = columns.map(
      (column, index) => sql`parent.${sql.id(other_columns[index] ?? '')} = child.${sql.id(column)}`,
    )
    const present: RawBuilder<unknown>[] = columns.map((column) => sql`child.${sql.id(column)} is not null`)
    return {
      name: `${columns.join(', ')} of ${table_name} is in ${other}`,
      query: sql`
        select left(child::text, 200) as what from ${sql.table(table_name)} child
        where ${sql.join(present, sql` and `)}
          and not exists (select from ${sql.table(other)} parent where ${sql.join(same, sql` and `)})`,
    }
  })
}
