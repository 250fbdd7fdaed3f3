import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type KyselyPlugin, type QueryId, type RootOperationNode, sql } from 'kysely'
import pg from 'pg'
import { preparedStatement } from '../../db/prepared.ts'
import { currentContext } from '../../db/request-context.ts'
import type { Db } from '../../db/tables.ts'
import { type EndedStatement, statements } from '../../db/watch-client.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

type Explained = { 'QUERY PLAN': { Plan: PlanNode }[] }

/**
 * Runs each query, except those of jobs, a second time under EXPLAIN with the same parameters; for prepared statements of
 * requests it explains the generic plan.
 */
export class ExplainPlugin implements KyselyPlugin {
  readonly plans: { query: string; root: PlanNode }[] = []
  readonly #db: Db
  readonly #wanted: (RootOperationNode | EndedStatement)[] = []
  #explain = ''
  readonly #watch = (message: unknown) => {
    const statement = message as EndedStatement
    if (statement.context.kind === 'request' && preparedStatement(statement.text)) this.#wanted.push(statement)
  }
  constructor(db: Db) {
    this.#db = db
    subscribe(statements.name, this.#watch)
  }
  close(): void {
    unsubscribe(statements.name, this.#watch)
  }
  transformQuery({ node }: { node: RootOperationNode; queryId: QueryId }): RootOperationNode {
    // Jobs run concurrently with the tested request.
    if (currentContext()?.kind !== 'job') this.#wanted.push(node)
    return node
  }
  transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return Promise.resolve(result)
  }
  /** With `isPlanOnly` statements are planned but not run, as is necessary for writes; then no rows are counted. */
  async explain({ isPlanOnly = false } = {}): Promise<void> {
    this.#explain = `explain (${isPlanOnly ? '' : 'analyze, '}format json)`
    for (const wanted of this.#wanted.splice(0)) {
      const { text, rows } = 'kind' in wanted ? await this.#explainBuilt(wanted) : await this.#explainPrepared(wanted)
      // A row estimate, which reads no rows.
      if (/^\s*explain\b/.test(text)) continue
      const root = rows[0]?.['QUERY PLAN'][0]?.Plan
      if (!root) throw new Error(`no plan for ${text}`)
      this.plans.push({ query: text.replace(/\s+/g, ' '), root })
    }
  }
  async #explainBuilt(node: RootOperationNode): Promise<{ text: string; rows: Explained[] }> {
    const compiled = this.#db.getExecutor().compileQuery(node, { queryId: 'explained' })
    const text = compiled.sql
    if (/^\s*explain\b/.test(text)) return { text, rows: [] }
    const explained = { ...compiled, sql: `${this.#explain} ${text}` }
    return { text, rows: (await this.#db.executeQuery<Explained>(explained)).rows }
  }
  async #explainPrepared({ text, values }: EndedStatement): Promise<{ text: string; rows: Explained[] }> {
    const given = values.length ? `(${values.map(literal).join(', ')})` : ''
    return this.#db.connection().execute(async (session) => {
      await sql`set plan_cache_mode = force_generic_plan`.execute(session)
      await sql.raw(`prepare explained as ${text}`).execute(session)
      try {
        const explain = sql.raw<Explained>(`${this.#explain} execute explained${given}`)
        return { text, rows: (await explain.execute(session)).rows }
      } finally {
        await sql`deallocate explained`.execute(session)
        await sql`reset plan_cache_mode`.execute(session)
      }
    })
  }
  /** Discards the recorded queries and plans. */
  clear(): void {
    this.#wanted.length = 0
    this.plans.length = 0
  }
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) {
    const members = value.map((member) => JSON.stringify(Buffer.isBuffer(member) ? bytes(member) : member))
    return pg.escapeLiteral(`{${members.join(',')}}`)
  }
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(bytes(value))
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

function bytes(value: Buffer): string {
  return `\\x${value.toString('hex')}`
}

/** All nodes of a plan. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** Returns the number of rows that a node read, including those it discarded. */
export function rowsRead(node: PlanNode): number {
  const rows =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return rows * (node['Actual Loops'] ?? 1)
}
