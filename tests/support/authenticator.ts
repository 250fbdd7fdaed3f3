import { Secret, TOTP } from 'otpauth'
import type { AccountSession, Challenge, EnrolledFactor } from '../../shared/auth/schema.ts'
import { bearer, callAuth } from './accounts.ts'
import type { TestApp } from './test-app.ts'

/** Opens an authenticator app that has scanned `uri`; it returns the code at a time. */
export function openAuthenticator(uri: string): { codeAt(time: Date): string } {
  const parameters = new URL(uri)
  const secret = Secret.fromBase32(parameters.searchParams.get('secret') ?? '')
  return {
    codeAt: (time) =>
      TOTP.generate({
        secret,
        algorithm: parameters.searchParams.get('algorithm') ?? 'SHA1',
        digits: Number(parameters.searchParams.get('digits') ?? 6),
        period: Number(parameters.searchParams.get('period') ?? 30),
        timestamp: time.getTime(),
      }),
  }
}

/** Enrolls an authenticator app and confirms it with its first code; returns its id, the app and the `aal2` session. */
export async function addAuthenticator(market: TestApp, token: string, now = new Date()) {
  const post = async <Body>(path: string, body: object) => {
    const response = await callAuth<Body>(market, 'POST', path, { body, headers: bearer(token) })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    return response.body
  }
  const { id, totp } = await post<EnrolledFactor>('/factors', { factor_type: 'totp' })
  const app = openAuthenticator(totp?.uri ?? '')
  const { id: challenge_id } = await post<Challenge>(`/factors/${id}/challenge`, {})
  const session = await post<AccountSession>(`/factors/${id}/verify`, { challenge_id, code: app.codeAt(now) })
  return { id, app, session }
}
