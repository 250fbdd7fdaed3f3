declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file that pages load: a script, a style or a picture. What only documents need is left out. */
    isFile?: boolean
  }
}

const PAGE_POLICY = {
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

/** The security headers of files that pages load. The proxy that adds TLS adds `Strict-Transport-Security`. */
export const FILE_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** The security headers of all other responses. */
export const DOCUMENT_HEADERS = {
  ...FILE_HEADERS,
  'content-security-policy': Object.entries(PAGE_POLICY)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
