import type { IncomingMessage } from 'node:http'

/** Below these only what has a route of its own exists: programs ask there, and get no page. */
const NO_PAGES_BELOW = ['/api', '/auth', '/storage', '/rest', '/assets', '/avatars', '/docs']

/** Whether there can be a page at a path at all. */
export function canBePage(path: string): boolean {
  return !NO_PAGES_BELOW.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/**
 * The address by which a request finds its route. What a person typed need not be encoded, as `/product/50%` is not: where
 * a browser asks for a page, each of its signs stands for itself, and the page says what is not there.
 */
export function routedAddress({ method, url = '/', headers }: IncomingMessage): string {
  const [path = '/'] = url.split('?', 1)
  const asksForPage = method === 'GET' && headers.accept?.includes('text/html') && canBePage(path)
  return asksForPage && !isEncoded(path) ? path.replaceAll('%', '%25') + url.slice(path.length) : url
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
