import { z } from 'zod'

const reportSchema = z.object({
  metadata: z.object({ vulnerabilities: z.object({ high: z.number(), critical: z.number() }) }),
})

/** What `npm audit --json` said: nothing grave, something grave, or that it could not be asked. */
export function judgeAudit(output: string): { kind: 'clean' | 'advisories' | 'unasked'; text: string } {
  const report = reportSchema.safeParse(parseJson(output))
  if (!report.success) return { kind: 'unasked', text: 'the registry could not be asked for advisories' }
  const { high, critical } = report.data.metadata.vulnerabilities
  if (high + critical === 0) return { kind: 'clean', text: 'no high or critical advisories for runtime packages' }
  return { kind: 'advisories', text: `advisories for runtime packages: ${critical} critical, ${high} high` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
