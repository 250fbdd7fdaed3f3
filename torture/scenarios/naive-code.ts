import { checkNaiveCode } from '../naive.ts'
import type { Scenario } from '../scenario.ts'

/** Tests of races that could not fail would prove nothing. */
export const naiveCode: Scenario = {
  name: 'naive',
  title: 'every race test is held against the naive code it guards against, and must fail',
  async run({ findings, say }) {
    const { mutations, caught, failures } = await checkNaiveCode({ say })
    findings.note('pieces of naive code', mutations)
    findings.note('race tests that failed over them', caught)
    findings.none('naive code that passed, tests that fail without it', failures)
  },
}
