/** One thing that was promised and what was found. */
export interface Finding {
  what: string
  found: string
  /** Absent: a figure without a promise. */
  bound?: string
  held: boolean
}

/** What a scenario finds out, said at once and kept for the report. */
export interface Findings {
  all: Finding[]
  /** A figure without a promise. */
  note(what: string, found: number | string, unit?: string): void
  atMost(what: string, found: number, bound: number, unit?: string): void
  atLeast(what: string, found: number, bound: number, unit?: string): void
  /** Things that must not exist; the first of them are shown. */
  none(what: string, found: readonly unknown[]): void
}

const SHOWN = 5

/** Each finding is said through `say` when it is made. */
export function createFindings(say: (line: string) => void): Findings {
  const all: Finding[] = []
  function add(finding: Finding): void {
    all.push(finding)
    const promise = finding.bound === undefined ? '' : `   (${finding.bound})${finding.held ? '' : '   BROKEN'}`
    say(`  ${finding.what.padEnd(46)} ${finding.found}${promise}`)
  }
  return {
    all,
    note: (what, found, unit) => add({ what, found: written(found, unit), held: true }),
    atMost: (what, found, bound, unit) =>
      add({ what, found: written(found, unit), bound: `at most ${written(bound, unit)}`, held: found <= bound }),
    atLeast: (what, found, bound, unit) =>
      add({ what, found: written(found, unit), bound: `at least ${written(bound, unit)}`, held: found >= bound }),
    none(what, found) {
      add({ what, found: String(found.length), bound: 'none', held: found.length === 0 })
      for (const one of found.slice(0, SHOWN)) say(`      ${typeof one === 'string' ? one : JSON.stringify(one)}`)
    },
  }
}

function written(value: number | string, unit?: string): string {
  if (typeof value === 'string') return value
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 1
  const text = value.toLocaleString('en-US', { maximumFractionDigits: digits })
  return unit ? `${text} ${unit}` : text
}
