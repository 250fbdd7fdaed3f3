import { mutations } from '../tests/naive/mutations.ts'
import { runTests } from '../tests/naive/run-tests.ts'

export interface NaiveFigures {
  /** Pieces of naive code that were tried. */
  mutations: number
  /** Race tests that failed over the naive code they guard against. */
  caught: number
  /** Race tests that fail over the code as it is, and naive code that passed its test. */
  failures: string[]
}

/** Holds every race test against the code as it is, where it must pass, and against naive code, where it must fail. */
export async function checkNaiveCode({
  part = '',
  say = console.log,
}: {
  /** Only mutations whose names contain it. */
  part?: string
  say?: (line: string) => void
} = {}): Promise<NaiveFigures> {
  const chosen = mutations.filter(({ name }) => name.includes(part))
  if (!chosen.length) throw new Error(`no naive code is called like ${JSON.stringify(part)}`)
  const figures: NaiveFigures = { mutations: chosen.length, caught: 0, failures: [] }
  for (const { guard, passed, said } of await runTests(chosen.flatMap(({ caughtBy }) => caughtBy)))
    if (!passed) figures.failures.push(`over the code as it is: ${guard.file}: ${guard.title}: ${said}`)
  for (const mutation of chosen) {
    say(mutation.name)
    for (const { guard, passed, said } of await runTests(mutation.caughtBy, mutation)) {
      say(`  ${passed ? 'MISSED' : 'caught'}  ${guard.file}: ${guard.title}${passed ? '' : `\n          ${said}`}`)
      if (passed) figures.failures.push(`${mutation.name}: ${guard.file}: ${guard.title}`)
      else figures.caught++
    }
  }
  return figures
}
