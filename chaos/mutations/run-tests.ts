import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reasonOf } from '../../db/failures.ts'
import type { Mutation } from './markers.ts'
import { type CatchingTest, catchingTests, ROOT } from './markers.ts'
import { mutations } from './mutations.ts'

const CONFIG = join(ROOT, 'chaos/mutations/vitest.config.ts')

const ATTEMPTS = 3

type Test = Pick<CatchingTest, 'file' | 'title'>

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { title: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** The result of a test; `reason` is the first line of its failure. */
interface Outcome {
  test: Test
  passed: boolean
  reason: string
}

/** Runs tests on the unchanged code, or on a mutation. Throws when one of them does not run at all. */
async function runTests(tests: readonly Test[], mutation?: Mutation): Promise<Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(tests, mutation)
    } catch (error) {
      // The set-up of a test may time out on a busy machine.
      if (attempt === ATTEMPTS) throw error
      console.error(`tried again: ${reasonOf(error)}`)
    }
  }
}

async function runOnce(tests: readonly Test[], mutation?: Mutation): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'openstall-mutation-'))
  try {
    const file = join(folder, 'report.json')
    const output = await runVitest(tests, file, mutation)
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Error(`no report: ${output}`)
    })
    const report: Report = JSON.parse(text)
    return tests.map((test) => outcomeOf(report, test))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runVitest(tests: readonly Test[], report: string, mutation?: Mutation): Promise<string> {
  const files = [...new Set(tests.map(({ file }) => file))]
  const titles = tests.map(({ title }) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  const child = spawn(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', CONFIG, ...files, '-t', titles].concat([
      '--reporter=json',
      `--outputFile=${report}`,
    ]),
    { cwd: ROOT, env: { ...process.env, MUTATION: mutation?.name ?? '' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  await once(child, 'close')
  return output
}

function outcomeOf({ testResults }: Report, test: Test): Outcome {
  const { file, title } = test
  const suite = testResults.find(({ name }) => name === join(ROOT, file))
  const results = suite?.assertionResults.filter((result) => result.title.includes(title)) ?? []
  const statuses = results.map(({ status }) => status)
  if (!statuses.length || statuses.some((status) => status !== 'passed' && status !== 'failed'))
    throw new Error(`${file}: ${JSON.stringify(title)} did not run (${statuses.join(', ')}) ${suite?.message ?? ''}`)
  const [failure = ''] = results.flatMap(({ failureMessages }) => failureMessages ?? [])
  return { test, passed: !statuses.includes('failed'), reason: failure.split('\n')[0] ?? '' }
}

interface MutationFigures {
  mutations: number
  /** Race tests that failed on their mutation. */
  caught: number
  /** Race tests that fail on the unchanged code, and mutations that no test caught. */
  failures: string[]
}

/** Runs all race tests on the unchanged code, where they must pass, and on its mutations, where they must fail. */
export async function checkMutations({
  part = '',
  print = console.log,
}: {
  /** Selects mutations by a part of their names. */
  part?: string
  print?: (line: string) => void
} = {}): Promise<MutationFigures> {
  const chosen = mutations.filter(({ name }) => name.includes(part))
  if (!chosen.length) throw new Error(`no mutation has ${JSON.stringify(part)} in its name`)
  const tests = catchingTests().filter(({ mutation }) => chosen.some(({ name }) => name === mutation))
  const figures: MutationFigures = { mutations: chosen.length, caught: 0, failures: [] }
  for (const { test, passed, reason } of await runTests(tests))
    if (!passed) figures.failures.push(`over the code as it is: ${test.file}: ${test.title}: ${reason}`)
  for (const mutation of chosen) {
    print(`${mutation.name}: ${mutation.does}`)
    const catching = tests.filter((test) => test.mutation === mutation.name)
    for (const { test, passed, reason } of await runTests(catching, mutation)) {
      print(`  ${passed ? 'MISSED' : 'caught'}  ${test.file}: ${test.title}${passed ? '' : `\n          ${reason}`}`)
      if (passed) figures.failures.push(`${mutation.name}: ${test.file}: ${test.title}`)
      else figures.caught++
    }
  }
  return figures
}
