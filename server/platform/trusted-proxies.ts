import { BlockList, isIP } from 'node:net'

/** Tells whether forwarding headers from an address count. */
export type IsTrustedProxy = (address: string) => boolean

/** Words for networks, as in Express and Fastify. */
const NETWORKS: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether a text names an address, a network like `10.0.0.0/8`, or one of the words for networks. */
export function isProxyName(text: string): boolean {
  if (Object.hasOwn(NETWORKS, text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (!kind || more.length) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

/** Whose forwarding headers count: only those of the named proxies. */
export function createTrustedProxies(names: readonly string[]): IsTrustedProxy {
  const list = new BlockList()
  for (const name of names.flatMap((one) => (Object.hasOwn(NETWORKS, one) ? (NETWORKS[one] ?? []) : one))) {
    const [address = '', bits] = name.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const kind = isIP(address)
    return kind !== 0 && list.check(address, kind === 6 ? 'ipv6' : 'ipv4')
  }
}
