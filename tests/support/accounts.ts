import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { SignUpRole } from '../../shared/accounts/constants.ts'
import type { AccountSession, AccountUser } from '../../shared/auth/schema.ts'
import { call, injectUntilServed } from './api.ts'
import type { TestApp } from './test-app.ts'

export interface TestAccount {
  user_id: string
  email: string
  password: string
  token: string
  refresh_token: string
  /** Headers of a signed-in request. */
  headers: { authorization: string; apikey: string }
}

/** Signs up through the API; returns the new account. */
export async function signUp(
  testApp: Pick<TestApp, 'app' | 'deps'>,
  options: { role?: SignUpRole; email?: string; password?: string; data?: object } = {},
): Promise<TestAccount> {
  const email = options.email ?? `${randomUUID()}@example.com`
  const password = options.password ?? 'a long enough phrase'
  const body = { email, password, data: { role: options.role ?? 'buyer', ...options.data } }
  const headers = { apikey: testApp.deps.secrets.apiKey }
  const { status, body: session } = await call<AccountSession>(testApp, 'POST', '/auth/v1/signup', { body, headers })
  if (status !== 200) throw new Error(`sign-up answered ${status}: ${JSON.stringify(session)}`)
  return {
    user_id: session.user.id,
    email: session.user.email,
    password,
    token: session.access_token,
    refresh_token: session.refresh_token,
    headers: { authorization: `Bearer ${session.access_token}`, apikey: testApp.deps.secrets.apiKey },
  }
}

/**
 * Returns an account with the admin role, which no request can give: it is set in the database, as by the operator's command.
 */
export async function makeAdmin(testApp: TestApp): Promise<TestAccount> {
  const account = await signUp(testApp)
  await testApp.db.updateTable('users').set({ role: 'admin' }).where('id', '=', account.user_id).execute()
  return account
}

/** Calls the sign-in service with the public key, in the protocol's current version. */
export async function callAuth<Body = Record<string, unknown>>(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  request: { body?: unknown; headers?: Record<string, string>; once?: boolean } = {},
): Promise<{ status: number; body: Body; headers: Record<string, unknown> }> {
  const sent: InjectOptions = {
    method,
    url: `/auth/v1${path}`,
    headers: { apikey: deps.secrets.apiKey, 'x-supabase-api-version': '2024-01-01', ...request.headers },
    ...(request.body !== undefined && { payload: request.body as object }),
  }
  const response = await (request.once ? app.inject(sent) : injectUntilServed(app, sent))
  return {
    status: response.statusCode,
    body: (response.body ? response.json() : {}) as Body,
    headers: response.headers,
  }
}

type Refused<Body> = Body & { code: string; message: string }

/** Returns the headers of a request with an access token. */
export const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` })

/** Signs in by password. */
export const signIn = (
  market: Pick<TestApp, 'app' | 'deps'>,
  { email, password }: { email: string; password: string },
) => callAuth<Refused<AccountSession>>(market, 'POST', '/token?grant_type=password', { body: { email, password } })

/** Exchanges a refresh token. */
export const refresh = (market: Pick<TestApp, 'app' | 'deps'>, refresh_token: unknown) =>
  callAuth<Refused<AccountSession>>(market, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } })

/** Returns the user of an access token as the sign-in service describes it. */
export const readUser = (market: Pick<TestApp, 'app' | 'deps'>, token: unknown) =>
  callAuth<Refused<AccountUser>>(market, 'GET', '/user', { headers: bearer(token) })
