import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../platform/config/config.ts'
import { isLoopback } from '../../../platform/config/loopback.ts'

type Allowed = Pick<Config, 'siteUrl' | 'redirectTargets'>

const MAX_TARGET_LENGTH = 2048

/** Returns the address that a sign-in returns to: the first allowed one that the request names, else the site's own. */
export function readRedirectTarget(config: Allowed, request: FastifyRequest): string {
  const query = Object(request.query).redirect_to
  const candidates = [request.headers.redirect_to, query, request.headers.referer]
  // Only the first counts: a refused target is not replaced by the page the request came from.
  return allowedTarget(
    config,
    candidates.find((candidate) => typeof candidate === 'string' && candidate !== ''),
  )
}

/** Returns the target as a browser reads it when it is allowed, else the site's own address. */
export function allowedTarget(config: Allowed, target: unknown): string {
  const home = `${config.siteUrl}/`
  if (typeof target !== 'string' || target.length > MAX_TARGET_LENGTH || !URL.canParse(target)) return home
  const url = new URL(target)
  if (url.username || url.password || url.href.length > MAX_TARGET_LENGTH || isDisguised(target, url)) return home
  const allowed = [home, ...config.redirectTargets].some((entry) => matches(new URL(entry), url))
  return allowed || isSameLoopback(new URL(home), url) ? url.href : home
}

/**
 * Returns whether an allowed target covers an address. The origin must be exactly the same. An entry without a path allows
 * every path, `…/*` everything below a path, any other entry this path only. Addresses of apps (`shop.example:/signed-in`)
 * have no origin: they are compared as a whole.
 */
function matches(entry: URL, url: URL): boolean {
  if (!isWeb(entry)) return entry.href === url.href
  if (entry.origin !== url.origin || !isWeb(url)) return false
  if (entry.pathname === '/') return true
  const below = /^(.*\/)\*{1,2}$/.exec(entry.pathname)?.[1]
  return below === undefined ? entry.pathname === url.pathname : url.pathname.startsWith(below)
}

/** Returns whether the host is an IPv4 address in another form: one number, hexadecimal, octal, or with parts left out. */
function isDisguised(target: string, { hostname }: URL): boolean {
  const [, written = ''] = /^[^:]*:[/\\]*([^/\\?#:]*)/.exec(target) ?? []
  return isIPv4(hostname) && written !== hostname
}

/** Returns whether both addresses are of this machine: during development, pages on other ports are trusted. */
function isSameLoopback(site: URL, url: URL): boolean {
  return isLoopback(site.hostname) && isLoopback(url.hostname) && isWeb(url)
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}
