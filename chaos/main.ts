import { readArguments } from '../cli/frame/run-command.ts'
import { reasonOf } from '../db/failures.ts'
import { createFindings } from './report/findings.ts'
import { type Result, saveResult, writeReport } from './report/report.ts'
import type { Context, Scenario } from './scenarios/scenario.ts'
import { scenarios } from './scenarios/scenarios.ts'

const USAGE = `npm run chaos                    all scenarios, about an hour
npm run chaos -- NAME … --quick  these scenarios, with reduced counts
npm run chaos -- NAME --count N  this scenario, with N repetitions
npm run chaos -- --report        writes the figures of the last runs into docs/measured/reliability.md
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
  console.error('--count must be a whole number, at least 1.')
  process.exit(1)
}

/** Clean-up of the running scenario. */
const cleanUps: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await cleanUp()
    process.exit(1)
  })
}

if (values.report) await writeReport(scenarios)
else await runAll(scenarios.filter(({ name }) => !positionals.length || positionals.includes(name)))

async function runAll(chosen: Scenario[]): Promise<void> {
  const broken: string[] = []
  for (const scenario of chosen) {
    const result = await runOne(scenario)
    await saveResult(result)
    if (!result.held) broken.push(scenario.name)
  }
  if (!broken.length) return
  console.error(`\nBROKEN: ${broken.join(', ')}`)
  process.exitCode = 1
}

async function cleanUp(): Promise<void> {
  for (const work of cleanUps.splice(0).reverse()) await work().catch((error) => console.error(error))
}

async function runOne({ name, title, run }: Scenario): Promise<Result> {
  console.log(`\n${name}: ${title}`)
  const startedAt = performance.now()
  const findings = createFindings(console.log)
  const context: Context = {
    findings,
    print: console.log,
    count: (full, quick) => (values.count ? Number(values.count) : values.quick ? quick : full),
    time: (full, quick) => (values.quick ? quick : full),
    cleanUp: (work) => void cleanUps.push(work),
  }
  try {
    await run(context)
  } catch (error) {
    console.error(error)
    findings.none('errors of the scenario', [reasonOf(error)])
  }
  await cleanUp()
  return {
    name,
    reduced: values.quick === true || values.count !== undefined,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    date: new Date().toISOString().slice(0, 10),
    held: findings.all.every(({ held }) => held),
    findings: findings.all,
  }
}
