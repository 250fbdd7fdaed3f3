import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely'
import type { Db } from '../../db/tables.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Runs each query a second time under EXPLAIN, with the same parameters. */
export class ExplainPlugin implements KyselyPlugin {
  readonly plans: { query: string; root: PlanNode }[] = []
  readonly #db: Db
  readonly #wanted: RootOperationNode[] = []
  constructor(db: Db) {
    this.#db = db
  }
  transformQuery({ node }: { node: RootOperationNode; queryId: QueryId }): RootOperationNode {
    this.#wanted.push(node)
    return node
  }
  transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return Promise.resolve(result)
  }
  async explain(): Promise<void> {
    for (const node of this.#wanted.splice(0)) {
      const compiled = this.#db.getExecutor().compileQuery(node, { queryId: 'explained' })
      // An estimate, which reads no rows.
      if (/^\s*explain\b/.test(compiled.sql)) continue
      const response = await this.#db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
        ...compiled,
        sql: `explain (analyze, format json) ${compiled.sql}`,
      })
      const root = response.rows[0]?.['QUERY PLAN'][0]?.Plan
      if (!root) throw new Error(`no plan for ${compiled.sql}`)
      this.plans.push({ query: compiled.sql.replace(/\s+/g, ' '), root })
    }
  }
  /** Drops the queries and plans so far. */
  clear(): void {
    this.#wanted.length = 0
    this.plans.length = 0
  }
}

/** All nodes of a plan. */
export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** How many rows a node looked at, those it threw away included. */
export function rowsRead(node: PlanNode): number {
  const rows =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return rows * (node['Actual Loops'] ?? 1)
}
