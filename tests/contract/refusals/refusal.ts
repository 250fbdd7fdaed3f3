import type { Prepare, ServerName } from './scenes.ts'

export interface Refusal {
  route: string
  status: number
  code: string
  message: string
  on?: ServerName
  /** The address, where it has holes or a query. */
  path?: string
  body?: unknown
  /** The caller; signed-in routes take the account's token by default. */
  as?: 'guest'
  /** Creates what the refusal is about; returns the path and body where they depend on it. */
  prepare?: Prepare
}

export type Row = [
  code: string,
  status: number,
  message: string,
  request: Omit<Refusal, 'route' | 'code' | 'status' | 'message'>,
]
/** Refusals of one route. */
export const on = (route: string, rows: Row[]): Refusal[] =>
  rows.map(([code, status, message, request]) => ({ route, code, status, message, ...request }))

export const CHALLENGE = 'c'.repeat(43)

// Texts that several routes have.
export const invalidEmail = 'Unable to validate email address: invalid format'
export const invalidPhone = 'Invalid phone number format (E.164 required)'
export const pkceIncomplete = 'PKCE flow requires code_challenge_method and code_challenge'
export const captchaMissing = 'captcha protection: request disallowed (no captcha_token found in request)'
export const sentTooSoon = 'For security purposes, you can only request this after N seconds.'
