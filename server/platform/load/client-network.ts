import { isIPv4, isIPv6 } from 'node:net'

/** What some proxies report: an address with the port of the client, `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([\da-f:.]+)\]):\d{1,5}$/i

/** Returns an address without the port and the zone that may follow it. */
export function plainAddress(address: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? []
  return ipv4 ?? ipv6 ?? address.split('%', 1)[0] ?? ''
}

/**
 * Returns what limits count as one client: an IPv4 address itself, of an IPv6 address its /64 network, all of whose
 * addresses one connection has. Other texts are returned as they are.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : address
  const groups = groupsOf(plain)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function groupsOf(address: string): number[] {
  // URL writes an address in one form: in hexadecimal, with the longest row of zeros left out.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical
    .split('::')
    .map((part) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []))
  return [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail]
}
