import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Mutation } from './mutation.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CONFIG = join(ROOT, 'tests/naive/vitest.config.ts')

const ATTEMPTS = 3

type Guard = Mutation['caughtBy'][number]

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { title: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** What became of a test; `said` is the first line of its failure. */
export interface Outcome {
  guard: Guard
  passed: boolean
  said: string
}

/** Runs the given tests over the code as it is, or with a mutation. Throws when one of them does not run at all. */
export async function runTests(guards: readonly Guard[], naive?: Mutation): Promise<Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(guards, naive)
    } catch (error) {
      // A busy machine may fail what comes before the test.
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function runOnce(guards: readonly Guard[], naive?: Mutation): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-naive-'))
  try {
    const file = join(folder, 'report.json')
    const said = await runVitest(guards, file, naive)
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Error(`no report: ${said}`)
    })
    const report: Report = JSON.parse(text)
    return guards.map((guard) => outcomeOf(report, guard))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runVitest(guards: readonly Guard[], report: string, naive?: Mutation): Promise<string> {
  const files = [...new Set(guards.map(({ file }) => file))]
  const titles = guards.map(({ title }) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', CONFIG, ...files, '-t', titles].concat([
      '--reporter=json',
      `--outputFile=${report}`,
    ]),
    { cwd: ROOT, env: { ...process.env, NAIVE: naive?.name ?? '' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  await once(child, 'close')
  return said
}

function outcomeOf({ testResults }: Report, guard: Guard): Outcome {
  const { file, title } = guard
  const suite = testResults.find(({ name }) => name === join(ROOT, file))
  const results = suite?.assertionResults.filter((result) => result.title.includes(title)) ?? []
  const statuses = results.map(({ status }) => status)
  if (!statuses.length || statuses.some((status) => status !== 'passed' && status !== 'failed'))
    throw new Error(`${file}: ${JSON.stringify(title)} did not run (${statuses.join(', ')}) ${suite?.message ?? ''}`)
  const [said = ''] = results.flatMap(({ failureMessages }) => failureMessages ?? [])
  return { guard, passed: !statuses.includes('failed'), said: said.split('\n')[0] ?? '' }
}
