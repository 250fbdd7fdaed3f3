import { fuzz } from '../fuzz.ts'
import type { Scenario } from '../scenario.ts'

export const madeUpRequests: Scenario = {
  name: 'made-up-requests',
  title: '20,000 requests made up from the schemas of the routes, in all roles, with fixed seeds',
  async run({ findings, count }) {
    const figures = await fuzz({ count: count(20_000, 2_000) })
    const statuses = Object.entries(figures.statuses).map(([status, times]) => `${status} ×${times}`)
    findings.note('requests', figures.requests)
    findings.note('answers', statuses.join(', '))
    findings.note('routes that did what was asked', figures.routesReached)
    findings.note('slowest answer', figures.slowestMs, 'ms')
    findings.none('faults', figures.failures)
  },
}
