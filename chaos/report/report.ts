import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Finding } from './findings.ts'

interface Headed {
  name: string
  title: string
}

export interface Result {
  name: string
  /** A run with reduced counts. */
  reduced: boolean
  seconds: number
  date: string
  held: boolean
  findings: Finding[]
}

const RESULTS_FILE = join(import.meta.dirname, '..', 'last-run.json')
const REPORT_FILE = join(import.meta.dirname, '..', '..', 'docs', 'measured', 'reliability.md')
const BEGIN = '<!-- figures: npm run chaos -- --report -->'
const END = '<!-- end of figures -->'

/** Replaces the saved result of the scenario. */
export async function saveResult(result: Result): Promise<void> {
  const results = (await readResults()).filter(({ name }) => name !== result.name)
  await writeFile(RESULTS_FILE, `${JSON.stringify([...results, result], null, 2)}\n`)
}

async function readResults(): Promise<Result[]> {
  const text = await readFile(RESULTS_FILE, 'utf8').catch(() => '[]')
  return JSON.parse(text) as Result[]
}

/** Writes the last figures of every scenario into docs/measured/reliability.md, except of scenarios without a result. */
export async function writeReport(scenarios: readonly Headed[]): Promise<void> {
  const results = await readResults()
  const text = await readFile(REPORT_FILE, 'utf8')
  const from = text.indexOf(BEGIN)
  const to = text.indexOf(END)
  if (from < 0 || to < from) throw new Error(`${REPORT_FILE} has no section for figures`)
  const earlier = text.slice(from, to).split(/\n(?=### )/)
  const sections = scenarios.map((scenario) => {
    const result = results.find(({ name }) => name === scenario.name)
    const previous = result ? undefined : earlier.find((section) => section.startsWith(`### ${scenario.title}\n`))
    return previous?.trim() ?? sectionOf(scenario, result)
  })
  const machine = `Machine: ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; the database and the load generator run on it, too.`
  await writeFile(REPORT_FILE, [text.slice(0, from) + BEGIN, machine, ...sections, text.slice(to)].join('\n\n'))
}

function sectionOf({ name, title }: Headed, result: Result | undefined): string {
  const heading = `### ${title}`
  if (!result) return `${heading}\n\nNot run yet: \`npm run chaos -- ${name}\``
  const counts = result.reduced ? ', with reduced counts' : ''
  const verdict = result.held ? 'every bound held' : '**a bound was broken**'
  const rows = result.findings.map(
    ({ what, found, bound, held }) => `| ${what} | ${bound ?? ''} | ${found}${held ? '' : ' **broken**'} |`,
  )
  return [
    heading,
    '',
    `\`npm run chaos -- ${name}\`, ${result.date}, ${result.seconds} s${counts}: ${verdict}.`,
    '',
    '| | bound | found |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}
