import { z } from 'zod'

const reportSchema = z.object({
  metadata: z.object({ vulnerabilities: z.object({ high: z.number(), critical: z.number() }) }),
})

/** Classifies the output of `npm audit --json`; only high and critical advisories count. */
export function classifyAudit(output: string): { kind: 'clean' | 'advisories' | 'unavailable'; text: string } {
  const report = reportSchema.safeParse(parseJson(output))
  if (!report.success) return { kind: 'unavailable', text: 'the registry returned no advisories report' }
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
