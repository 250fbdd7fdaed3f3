import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'

/** Returns whether forwarding headers from an address count. */
export type IsTrustedProxy = (address: string) => boolean

const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal']

/** Wider networks contain clients: 0.0.0.0/1 and 128.0.0.0/1 together are all addresses. */
const WIDEST = { 4: 8, 6: 16 }
/** Addresses like ::ffff:10.0.0.1 are those of IPv4, with 96 more bits. */
const MAPPED_BITS = 96

/** Returns whether a text is an address, a network like `10.0.0.0/8` of no more than a /8, or the name of a network. */
export function isProxyName(text: string): boolean {
  if (NETWORK_NAMES.includes(text)) return true
  const [address = '', size] = text.split('/')
  // The library also accepts short forms of addresses, like 1.2.3.
  if (!isIP(address) || (size !== undefined && isTooWide(address, size))) return false
  try {
    // The library trusts nothing for a network like ::ffff:10.0.0.0/8, and throws for one of all addresses.
    return compile(text)(address, 0)
  } catch {
    return false
  }
}

/** Returns whether a network has more addresses than proxies have; its size is a number of bits or a mask. */
function isTooWide(address: string, size: string): boolean {
  const bits = isIP(size) ? bitsOf(size) : Number(size)
  if (isIP(address) === 4) return bits < WIDEST[4]
  // URL writes an address in its shortest form.
  const url = `http://[${address}]`
  const isMapped = !URL.canParse(url) || new URL(url).hostname.startsWith('[::ffff:')
  return bits < WIDEST[6] || (isMapped && bits < MAPPED_BITS + WIDEST[4])
}

function bitsOf(mask: string): number {
  return mask.split('.').reduce((sum, part) => sum + Number(part).toString(2).replaceAll('0', '').length, 0)
}

/** Returns a check that only the named proxies pass. */
export function createTrustedProxies(names: readonly string[]): IsTrustedProxy {
  return compile([...names]) as IsTrustedProxy
}
