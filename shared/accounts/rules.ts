import { isVisible } from '../kernel/visible.ts'
import { ROLES, type Role } from './constants.ts'

/** Trims and lower-cases an email address, its stored form. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Removes blanks and the leading + of a phone number, as in its stored form. */
export function normalizePhone(phone: string): string {
  return phone.slice(0, 100).replaceAll(/\s/g, '').replace(/^\+/, '')
}

/** Parses a role of unknown origin; a missing or unknown one counts as buyer. */
export function readRole(role: unknown): Role {
  return ROLES.find((known) => known === role) ?? 'buyer'
}

export function dashboardPath(role: Role): string {
  if (role === 'admin') return '/admin'
  if (role === 'seller') return '/seller/dashboard'
  return '/dashboard'
}

/** Returns the name of a user: display name, else email address, else 'User'. */
export function displayName(user: { display_name?: unknown; email?: string | null }): string {
  if (typeof user.display_name === 'string' && isVisible(user.display_name)) return user.display_name.trim()
  return user.email || 'User'
}

/** Returns `target` if it is a path on this site, else `/`: guards against open redirects. */
export function sameSitePath(target: string | null | undefined): string {
  if (!target?.startsWith('/') || !URL.canParse(target, 'https://site.invalid')) return '/'
  const url = new URL(target, 'https://site.invalid')
  // `/..//elsewhere` parses to the path `//elsewhere`, which a browser would read as another site.
  if (url.origin !== 'https://site.invalid' || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
