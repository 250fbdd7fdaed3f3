import { fuzz } from '../fuzz/fuzz.ts'
import type { Scenario } from './scenario.ts'

export const fuzzing: Scenario = {
  name: 'fuzz',
  title: '20,000 requests generated from the schemas of the routes, in all roles, with fixed seeds',
  async run({ findings, count }) {
    const figures = await fuzz({ count: count(20_000, 2_000) })
    const statuses = Object.entries(figures.statuses).map(([status, times]) => `${status} ×${times}`)
    findings.note('requests', figures.requests)
    findings.note('responses', statuses.join(', '))
    findings.note('routes that succeeded', figures.routesReached)
    findings.note('slowest response', figures.slowestMs, 'ms')
    findings.none('faults', figures.failures)
  },
}
