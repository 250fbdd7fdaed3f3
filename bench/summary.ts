import type { LoadResult } from './load.ts'
import { median } from './percentile.ts'
import type { Budget } from './rows.ts'

/** The median of a figure over the rounds, and its spread. */
interface Figure {
  value: number
  /** Half the range. */
  spread: number
}

export interface MeasuredRow {
  name: string
  ours: LoadResult
  limit: LoadResult | undefined
  ratio: Figure | undefined
  processorFactor: Figure | undefined
  broken: string[]
}

/** Returns a row's medians over its rounds, and the budgets broken by more than the spread of the rounds. */
export function summarize(
  name: string,
  budget: Budget,
  { ours, limit }: { ours: LoadResult[]; limit: LoadResult[] },
): MeasuredRow {
  const processor = ({ serverMs, databaseMs }: LoadResult) => serverMs + databaseMs
  const pairs = limit.flatMap((bare, round) => {
    const own = ours[round]
    return own ? [{ ratio: own.rate / bare.rate, factor: processor(own) / processor(bare) }] : []
  })
  const ratio = pairs.length ? figureOf(pairs.map((pair) => pair.ratio)) : undefined
  const processorFactor = pairs.length ? figureOf(pairs.map((pair) => pair.factor)) : undefined
  const rate = figureOf(ours.map((round) => round.rate))
  const serverMs = figureOf(ours.map((round) => round.serverMs))
  const p99 = figureOf(ours.map((round) => round.p99))
  const broken = [
    ...atLeast('ratio', ratio, budget.ratio),
    ...atMost('CPU time', processorFactor, budget.processorFactor),
    ...atLeast('rate', rate, budget.rate),
    ...atMost('server CPU in ms', serverMs, budget.serverMs),
    ...atMost('p99 in ms', p99, budget.p99Ms),
  ]
  return { name, ours: medians(ours), limit: limit.length ? medians(limit) : undefined, ratio, processorFactor, broken }
}

function atLeast(name: string, figure: Figure | undefined, wanted: number | undefined): string[] {
  if (!figure || wanted === undefined || figure.value + figure.spread >= wanted) return []
  return [`${name} ${show(figure.value)} ± ${show(figure.spread)}, wanted at least ${wanted}`]
}

function atMost(name: string, figure: Figure | undefined, wanted: number | undefined): string[] {
  if (!figure || wanted === undefined || figure.value - figure.spread <= wanted) return []
  return [`${name} ${show(figure.value)} ± ${show(figure.spread)}, wanted at most ${wanted}`]
}

function figureOf(values: number[]): Figure {
  return { value: median(values), spread: (Math.max(...values) - Math.min(...values)) / 2 }
}

function medians(rounds: LoadResult[]): LoadResult {
  const of = (figure: (round: LoadResult) => number) => median(rounds.map(figure))
  return {
    rate: of((round) => round.rate),
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    serverMs: of((round) => round.serverMs),
    databaseMs: of((round) => round.databaseMs),
  }
}

/** The column titles of `lineOf`. */
export const HEADING = [
  'operation'.padEnd(34),
  'ours/s'.padStart(8),
  'limit/s'.padStart(8),
  'ratio'.padStart(6),
  'CPU ms: server + database (limit)'.padStart(42),
  'p50'.padStart(7),
  'p99'.padStart(7),
].join(' ')

/** Formats a row as a line, followed by a line for each broken budget. */
export function lineOf({ name, ours, limit, ratio, broken }: MeasuredRow): string {
  const processor = ({ serverMs, databaseMs }: LoadResult) => `${serverMs.toFixed(3)} + ${databaseMs.toFixed(3)}`
  const figures = [
    name.padEnd(34),
    ours.rate.toFixed(0).padStart(8),
    (limit?.rate.toFixed(0) ?? '').padStart(8),
    (ratio ? show(ratio.value) : '').padStart(6),
    `${processor(ours)}${limit ? ` (${processor(limit)})` : ''}`.padStart(42),
    ours.p50.toFixed(1).padStart(7),
    ours.p99.toFixed(1).padStart(7),
  ].join(' ')
  return [figures, ...broken.map((reason) => `    OVER BUDGET: ${reason}`)].join('\n')
}

function show(value: number): string {
  return value.toFixed(2)
}
