import { catchingTests } from './markers.ts'
import { mutations } from './mutations.ts'
import { runTests } from './run-tests.ts'

export interface MutationFigures {
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
