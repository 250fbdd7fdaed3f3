export interface Finding {
  what: string
  found: string
  bound?: string
  held: boolean
}

/** Measured figures of a scenario, printed at once and collected for the report. */
export interface Findings {
  all: Finding[]
  /** Adds a figure without a bound. */
  note(what: string, found: number | string, unit?: string): void
  atMost(what: string, found: number, bound: number, unit?: string): void
  atLeast(what: string, found: number, bound: number, unit?: string): void
  /** Adds a list that must be empty; its first elements are printed. */
  none(what: string, found: readonly unknown[]): void
}

const EXAMPLES_SHOWN = 5

export function createFindings(print: (line: string) => void): Findings {
  const all: Finding[] = []
  function add(finding: Finding): void {
    all.push(finding)
    const bound = finding.bound === undefined ? '' : `   (${finding.bound})${finding.held ? '' : '   BROKEN'}`
    print(`  ${finding.what.padEnd(46)} ${finding.found}${bound}`)
  }
  return {
    all,
    note: (what, found, unit) => add({ what, found: format(found, unit), held: true }),
    atMost: (what, found, bound, unit) =>
      add({ what, found: format(found, unit), bound: `at most ${format(bound, unit)}`, held: found <= bound }),
    atLeast: (what, found, bound, unit) =>
      add({ what, found: format(found, unit), bound: `at least ${format(bound, unit)}`, held: found >= bound }),
    none(what, found) {
      add({ what, found: String(found.length), bound: 'none', held: found.length === 0 })
      for (const one of found.slice(0, EXAMPLES_SHOWN))
        print(`      ${typeof one === 'string' ? one : JSON.stringify(one)}`)
    },
  }
}

function format(value: number | string, unit?: string): string {
  if (typeof value === 'string') return value
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 1
  const text = value.toLocaleString('en-US', { maximumFractionDigits: digits })
  return unit ? `${text} ${unit}` : text
}
