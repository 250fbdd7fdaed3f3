import { isIPv6 } from 'node:net'

/**
 * Returns what limits count as one client: an IPv4 address itself, of an IPv6 address its /64 network, all of whose
 * addresses one connection has. Other texts are returned as they are.
 */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%', 1)
  if (!isIPv6(withoutZone)) return address
  const groups = groupsOf(withoutZone)
  const [high = 0, low = 0] = groups.slice(6)
  const isIPv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isIPv4) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
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
