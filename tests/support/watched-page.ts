import type { BrowserContext, Page, Response } from 'playwright-core'

/** What a browser noticed that must never happen on a page. */
export interface Watch {
  findings: string[]
  /** Addresses of the documents that were opened. */
  documents: string[]
}

/** Chromium logs each refusal to the console; that is no fault of the page. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/**
 * Watches all pages of a browser for scripts that ran or were blocked, logged errors, dialogs, requests to other
 * origins, cookies, failures of the server, and documents with a policy that is too weak.
 */
export async function watch(context: BrowserContext, page: Page, origin: string): Promise<Watch> {
  const findings: string[] = []
  const documents: string[] = []
  const found = (what: string) => findings.push(`${new URL(page.url()).pathname}: ${what}`)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  page.on('dialog', (dialog) => {
    found(`dialog: ${dialog.message()}`)
    dialog.dismiss().catch(() => {})
  })
  page.on('pageerror', (error) => found(`exception: ${error}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSAL.test(message.text())) found(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin: requested } = new URL(request.url())
    if (requested !== origin && !['data:', 'blob:'].includes(protocol)) found(`another origin: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) found(`status ${response.status()} of ${response.url()}`)
    if ('set-cookie' in response.headers()) found(`a cookie from ${response.url()}`)
    if (response.request().resourceType() !== 'document') return
    documents.push(response.url())
    for (const weakness of weaknessesOf(response)) found(weakness)
  })
  return { findings, documents }
}

/** What is missing in the headers of a document. */
function weaknessesOf(response: Response): string[] {
  const headers = response.headers()
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split(';').map((part) => {
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

/** Returns the elements and addresses on a page that can only come from a hostile text, as text. */
export async function injectedInto(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const made = [...document.querySelectorAll('[data-injected]')].map((one) => one.outerHTML.slice(0, 200))
    const scripted = [...document.querySelectorAll('[href], [src], [action], [formaction]')].flatMap((one) =>
      ['href', 'src', 'action', 'formaction']
        .map((name) => one.getAttribute(name) ?? '')
        // As a browser reads an address: without blanks and control characters in front.
        .filter((value) => /^(javascript:|vbscript:|data:text)/i.test(value.replace(/^\W+/, ''))),
    )
    const handlers = [...document.querySelectorAll('*')].flatMap((one) =>
      one.getAttributeNames().filter((name) => name.startsWith('on')),
    )
    return [...made, ...scripted, ...handlers]
  })
}
