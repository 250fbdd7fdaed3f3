import type { Condition } from '../../../platform/data/row-filter.ts'
import { comparisonOf, OPERATORS, type Operator, type RestTable } from './comparison.ts'
import { Cursor } from './cursor.ts'
import { malformedParameter } from './errors.ts'

/** Limits the nesting of `and(…)` and `or(…)`, and the comparisons of one request. */
export const MAX_FILTER_DEPTH = 5
export const MAX_FILTERS = 50

const TREES = ['and', 'or', 'not.and', 'not.or'] as const

interface Reading {
  table: RestTable
  comparisons: number
}

/**
 * Parses the filters of a request in PostgREST's syntax: `column=eq.value`, `column=not.in.(a,b)`,
 * `or=(a.eq.1,and(b.gt.2,c.is.true))`. All must hold. Throws AppError 400, which names the parameter.
 */
export function parseFilters(table: RestTable, parameters: Iterable<readonly [string, string]>): Condition {
  const reading: Reading = { table, comparisons: 0 }
  const conditions: Condition[] = []
  for (const [name, text] of parameters) {
    const cursor = new Cursor(text, name)
    const tree = TREES.find((kind) => kind === name)
    conditions.push(tree ? parseTree(reading, cursor, tree, 1) : parseComparison(reading, cursor, name, true))
    if (!cursor.isAtEnd) throw cursor.refuse('expected the end')
  }
  return { kind: 'all', conditions }
}

function parseTree(reading: Reading, cursor: Cursor, tree: (typeof TREES)[number], depth: number): Condition {
  if (depth > MAX_FILTER_DEPTH) throw malformedParameter(cursor.parameter, 'is nested too deeply')
  const kind = tree.endsWith('or') ? 'any' : 'all'
  const conditions: Condition[] = []
  cursor.expect('(')
  do {
    cursor.skipBlanks()
    conditions.push(parsePart(reading, cursor, depth))
    cursor.skipBlanks()
  } while (cursor.take(','))
  cursor.expect(')')
  return negatedIf(tree.startsWith('not.'), { kind, conditions })
}

function parsePart(reading: Reading, cursor: Cursor, depth: number): Condition {
  const isNegated = cursor.take('not.')
  const column = cursor.name()
  if (!cursor.take('.')) {
    const tree = column === 'and' || column === 'or' ? column : undefined
    if (!tree) throw cursor.refuse('expected "."')
    return negatedIf(isNegated, parseTree(reading, cursor, tree, depth + 1))
  }
  return negatedIf(isNegated, parseComparison(reading, cursor, column, false))
}

function parseComparison(reading: Reading, cursor: Cursor, column: string, isAlone: boolean): Condition {
  countComparisons(reading, cursor, 1)
  const isNegated = cursor.take('not.')
  const operator = parseOperator(cursor)
  const quantifier = cursor.take('(any)') ? 'any' : cursor.take('(all)') ? 'all' : undefined
  cursor.expect('.')
  const compare = (operand: string | string[]) =>
    comparisonOf(reading.table, { parameter: cursor.parameter, column, operator, operand })
  if (quantifier) {
    if (operator !== 'like' && operator !== 'ilike') throw cursor.refuse(`${operator} has no (${quantifier})`)
    const patterns = cursor.list('{', '}')
    countComparisons(reading, cursor, patterns.length - 1)
    const conditions = patterns.map(compare)
    return negatedIf(isNegated, { kind: quantifier, conditions })
  }
  if (operator === 'in') return negatedIf(isNegated, compare(cursor.list('(', ')')))
  if (operator === 'cs') return negatedIf(isNegated, compare(parseArray(cursor)))
  return negatedIf(isNegated, compare(isAlone ? cursor.rest() : cursor.value(',)')))
}

function countComparisons(reading: Reading, { parameter }: Cursor, count: number): void {
  reading.comparisons += count
  if (reading.comparisons > MAX_FILTERS)
    throw malformedParameter(parameter, `there may be at most ${MAX_FILTERS} filters`)
}

function parseOperator(cursor: Cursor): Operator {
  const word = cursor.name()
  const operator = OPERATORS.find((known) => known === word)
  if (!operator) throw malformedParameter(cursor.parameter, `must be an operator (${OPERATORS.join(', ')}) and a value`)
  return operator
}

/** Parses `{a,b}`, or the same as JSON: `["a","b"]`. */
function parseArray(cursor: Cursor): string[] {
  return cursor.next === '[' ? cursor.list('[', ']') : cursor.list('{', '}')
}

function negatedIf(isNegated: boolean, condition: Condition): Condition {
  return isNegated ? { kind: 'not', condition } : condition
}
