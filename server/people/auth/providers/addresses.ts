import { AUTH_BASE } from '../protocol/auth-base.ts'

/** Returns the address that providers send browsers back to; the operator registers it with each of them. */
export function callbackAddress(siteUrl: string): string {
  return `${siteUrl}${AUTH_BASE}/callback`
}

/** Returns an address without slashes at its end; linear-time, as the lookbehind stops a retry at every slash of a run. */
export function withoutEndSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '')
}
