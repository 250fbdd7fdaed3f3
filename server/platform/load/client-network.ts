import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Some proxies report an address with the client's port, `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([\da-f:.]+)\]):\d{1,5}$/i

/** Returns an address without the port and the zone that may follow it. */
export function plainAddress(address: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? []
  return ipv4 ?? ipv6 ?? address.split('%', 1)[0] ?? ''
}

/**
 * Returns the network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address, as one connection has
 * all addresses of its /64. Other texts are returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return address
  const parsed = ipaddr.process(plain)
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}
