import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'

/** Returns whether forwarding headers from an address count. */
export type IsTrustedProxy = (address: string) => boolean

const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal']

/** Returns whether a text is an address, a network like `10.0.0.0/8`, or the name of a network. */
export function isProxyName(text: string): boolean {
  if (NETWORK_NAMES.includes(text)) return true
  const [address = ''] = text.split('/', 1)
  // The library also takes short forms of addresses, like 1.2.3.
  if (!isIP(address)) return false
  try {
    // The library trusts nothing for a network like ::ffff:10.0.0.0/8, and throws for one of all addresses.
    return compile(text)(address, 0)
  } catch {
    return false
  }
}

/** Returns a check that only the named proxies pass. */
export function createTrustedProxies(names: readonly string[]): IsTrustedProxy {
  return compile([...names]) as IsTrustedProxy
}
