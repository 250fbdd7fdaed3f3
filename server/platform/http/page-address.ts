import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** No route has longer parameters. */
export const routerOptions = { maxParamLength: 300, ignoreTrailingSlash: false }

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

/** Returns the origin at which a client reaches this server; the request's host only for responses to it. */
export function originOf({ protocol, host }: FastifyRequest, siteUrl: string): string {
  if (!/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(siteUrl)) return siteUrl
  const address = `${protocol}://${host}`
  return URL.canParse(address) && new URL(address).host === host ? address : siteUrl
}

/** Returns the address of one of our files with its origin; other addresses unchanged. */
export function absoluteAddress(origin: string, address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? `${origin}${address}` : address
}

/** Returns the address without its origin when it is one of ours, as it is stored. */
export function storedAddress(origin: string, address: string): string {
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
}
