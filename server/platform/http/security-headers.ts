declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file that pages load: a script, a style or a picture. What only documents need is left out. */
    isFile?: boolean
  }
}

const PAGE_POLICY: Record<string, string> = {
  'default-src': "'self'",
  'script-src': "'self'",
  // The toast library adds its style element at run time.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Those of every response, a 304 included. */
export const EVERY_RESPONSE_HEADERS = {
  // Addresses may hold what is for one user.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const

/** The security headers of files that pages load. The proxy that adds TLS adds `Strict-Transport-Security`. */
export const FILE_HEADERS = {
  ...EVERY_RESPONSE_HEADERS,
  'cross-origin-resource-policy': 'same-origin',
}

/** What pages load where orders are paid through Stripe: its script, which draws the card fields and the bank's pages. */
const STRIPE_SOURCES: Record<string, string> = {
  'script-src': 'https://js.stripe.com',
  'frame-src': 'https://js.stripe.com https://hooks.stripe.com',
  'connect-src': 'https://api.stripe.com',
}

const OTHER_HEADERS = {
  ...FILE_HEADERS,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** The names of those that a 304 has not: a client keeps those of the response that it has (RFC 9110, 15.4.5). */
export const NOT_IN_UNCHANGED: readonly string[] = ['content-security-policy', ...Object.keys(OTHER_HEADERS)].filter(
  (name) => !(name in EVERY_RESPONSE_HEADERS),
)

/** Returns the security headers of all other responses. */
export function documentHeaders({ payments }: { payments: string }): Record<string, string> {
  const policy = { ...PAGE_POLICY }
  if (payments === 'stripe')
    for (const [directive, sources] of Object.entries(STRIPE_SOURCES))
      policy[directive] = `${policy[directive] ?? "'self'"} ${sources}`
  const text = Object.entries(policy).map(([directive, sources]) => `${directive} ${sources}`)
  return { 'content-security-policy': text.join(';'), ...OTHER_HEADERS }
}
