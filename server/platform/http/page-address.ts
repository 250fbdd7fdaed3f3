import type { IncomingMessage } from 'node:http'

/** Paths for programs, without pages; the last three are services that stock clients may look for. */
const NO_PAGES_BELOW = [
  ...['/api', '/auth', '/storage', '/rest', '/assets', '/avatars', '/previews', '/docs'],
  ...['/functions', '/realtime', '/graphql'],
]

/** Returns whether a path can be a page's. */
export function canBePage(path: string): boolean {
  return !NO_PAGES_BELOW.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/** Returns the address for finding a route. Users type `/product/50%`, where the characters are literal. */
export function routedAddress({ method, url: requested = '/', headers }: IncomingMessage): string {
  const url = withoutOrigin(requested)
  const [path = '/'] = url.split('?', 1)
  const asksForPage = method === 'GET' && headers.accept?.includes('text/html') && canBePage(path)
  return asksForPage && !isEncoded(path) ? path.replaceAll('%', '%25') + url.slice(path.length) : url
}

/** Programs that take the server for a proxy send whole addresses (RFC 9112, 3.2.2). */
function withoutOrigin(address: string): string {
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(address) ?? ['']
  const rest = address.slice(origin.length)
  return origin && !rest.startsWith('/') ? `/${rest}` : rest
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
