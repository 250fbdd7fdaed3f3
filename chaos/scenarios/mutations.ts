import { checkMutations } from '../mutations/run-tests.ts'
import type { Scenario } from './scenario.ts'

/** A race test that cannot fail proves nothing. */
export const raceMutations: Scenario = {
  name: 'mutations',
  title: 'Every race test runs on mutated code, and must fail',
  async run({ findings, print }) {
    const { mutations, caught, failures } = await checkMutations({ print: print })
    findings.note('mutations', mutations)
    findings.note('race tests that failed on them', caught)
    findings.none('missed mutations, and tests that fail without one', failures)
  },
}
