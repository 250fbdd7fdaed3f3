/** Returns the headers that a document lacks. */
export function weaknessesOf(headers: Record<string, unknown>): string[] {
  const policy = new Map(
    String(headers['content-security-policy'] ?? '')
      .split(';')
      .map((part) => {
        const [name = '', ...sources] = part.trim().split(/\s+/)
        return [name, sources.join(' ')]
      }),
  )
  const nothing = policy.get('default-src') === "'none'"
  const scripts = policy.get('script-src') ?? policy.get('default-src')
  const wanted: [string, boolean][] = [
    [`scripts from ${scripts}`, scripts === "'self'" || nothing],
    ['objects', policy.get('object-src') === "'none'" || nothing],
    ['a base', policy.get('base-uri') === "'none'" || nothing],
    ['frames', policy.get('frame-ancestors') === "'none'"],
    ['sniffing', headers['x-content-type-options'] === 'nosniff'],
    ['no referrer policy', Boolean(headers['referrer-policy'])],
  ]
  return wanted.filter(([, held]) => !held).map(([what]) => `the policy allows ${what}`)
}
