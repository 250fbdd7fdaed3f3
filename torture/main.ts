import { reasonOf } from '../db/reason-of.ts'
import { readArguments } from '../tools/run-command.ts'
import { createFindings } from './findings.ts'
import { keepResult, type Result, writeReport } from './report.ts'
import type { Context, Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

const USAGE = `npm run torture                    all scenarios, about an hour
npm run torture -- NAME … --quick  these, a short while each
npm run torture -- NAME --count N  this one, with N of what it does again and again
npm run torture -- --report        writes docs/reliability.md of the last runs
Scenarios: ${scenarios.map(({ name }) => name).join(', ')}`

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, count: { type: 'string' }, report: { type: 'boolean' } },
})

const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name))
if (unknown.length) {
  console.error(`No such scenario: ${unknown.join(', ')}. There are: ${scenarios.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

if (values.count !== undefined && !/^[1-9]\d*$/.test(values.count)) {
  console.error('--count must be a whole number from 1 on.')
  process.exit(1)
}

/** What the running scenario has started and made. */
const toDo: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await tidyUp()
    process.exit(1)
  })
}

if (values.report) await writeReport(scenarios)
else await runAll(scenarios.filter(({ name }) => !positionals.length || positionals.includes(name)))

async function runAll(chosen: Scenario[]): Promise<void> {
  const broken: string[] = []
  for (const scenario of chosen) {
    const result = await runOne(scenario)
    await keepResult(result)
    if (!result.held) broken.push(scenario.name)
  }
  if (!broken.length) return
  console.error(`\nBROKEN: ${broken.join(', ')}`)
  process.exitCode = 1
}

async function tidyUp(): Promise<void> {
  for (const work of toDo.splice(0).reverse()) await work().catch((error) => console.error(error))
}

async function runOne({ name, title, run }: Scenario): Promise<Result> {
  console.log(`\n${name}: ${title}`)
  const beganAt = performance.now()
  const findings = createFindings(console.log)
  const context: Context = {
    findings,
    say: console.log,
    count: (full, quick) => (values.count ? Number(values.count) : values.quick ? quick : full),
    time: (full, quick) => (values.quick ? quick : full),
    cleanUp: (work) => void toDo.push(work),
  }
  try {
    await run(context)
  } catch (error) {
    console.error(error)
    findings.none('failures of the run', [reasonOf(error)])
  }
  await tidyUp()
  return {
    name,
    reduced: values.quick === true || values.count !== undefined,
    seconds: Math.round((performance.now() - beganAt) / 1000),
    date: new Date().toISOString().slice(0, 10),
    held: findings.all.every(({ held }) => held),
    findings: findings.all,
  }
}
