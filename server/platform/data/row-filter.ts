/** Determines the comparison of a column's values. `id` is the text form of a number, as in `PRD00042`. */
export type ColumnType = 'id' | 'text' | 'number' | 'integer' | 'boolean' | 'uuid' | 'time' | 'texts' | 'unfiltered'

export type Comparison = { kind: 'comparison'; column: string } & (
  | { operator: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte'; value: string | number }
  | { operator: 'like' | 'ilike'; pattern: string }
  /** One of the values; the elements that an array contains. */
  | { operator: 'in' | 'cs'; values: (string | number)[] }
  | { operator: 'is'; is: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
)

/** A condition on rows. An empty `all` is true. */
export type Condition =
  | Comparison
  | { kind: 'all' | 'any'; conditions: Condition[] }
  | { kind: 'not'; condition: Condition }

export interface RowOrder {
  column: string
  descending: boolean
}

export interface RowsWanted {
  condition: Condition
  order: RowOrder[]
  offset: number
  limit: number
  /** `planned` is the estimate of PostgreSQL's planner. */
  count?: 'exact' | 'planned' | 'estimated' | undefined
}

/** Returns the conditions that must all hold, nested ones included. */
export function conjuncts(condition: Condition): Condition[] {
  return condition.kind === 'all' ? condition.conditions.flatMap(conjuncts) : [condition]
}

/** Returns the comparisons of a column that must hold for every row. */
export function requiredOf(condition: Condition, column: string): Comparison[] {
  return conjuncts(condition).filter((part): part is Comparison => part.kind === 'comparison' && part.column === column)
}

/** Returns the conjunction of conditions. */
export function allOf(...conditions: Condition[]): Condition {
  return { kind: 'all', conditions }
}

/** Returns the condition that a column has a value. */
export function equals(column: string, value: string | number): Comparison {
  return { kind: 'comparison', column, operator: 'eq', value }
}
