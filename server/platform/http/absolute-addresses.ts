import type { FastifyRequest } from 'fastify'

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
