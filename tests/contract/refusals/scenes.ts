import { randomInt } from 'node:crypto'
import { callAuth, signUp, type TestAccount } from '../../support/accounts.ts'
import type { TestApp } from '../../support/test-app.ts'

/** The differently configured servers that are tested for refusals. */
export const SERVERS = {
  /** As it starts: addresses count as confirmed, phones and guests are off. */
  plain: {},
  /** Switches on what is off by default. */
  open: {
    phone: true,
    anonymous: true,
    manualLinking: true,
    authProviders: JSON.stringify([{ type: 'oidc', name: 'work', issuer: 'http://127.0.0.1:9', client_id: 'x' }]),
    ssoProviders: JSON.stringify([
      {
        type: 'oidc',
        id: '21648a9d-8d5a-4555-a9d1-d6375dc14e92',
        domains: ['company.example'],
        issuer: 'http://127.0.0.1:9',
        client_id: 'x',
      },
    ]),
  },
  confirming: { emailConfirm: true },
  /** Switches off what is on by default. */
  closed: { signUp: false, mfa: { totp: false, phone: false } },
  guarded: { captcha: { url: 'http://127.0.0.1:9/siteverify', secret: 'not a real one' } },
} satisfies Record<string, Partial<TestApp['config']>>
export type ServerName = keyof typeof SERVERS

/** The set-up of a refusal: a server, an account on it, a guest. */
export interface Scene {
  server: TestApp
  account: TestAccount
  /** The headers of a guest; only on the open server. */
  guest: Record<string, string>
}

/** Creates what a refusal is about; returns address, body and headers where they depend on it. */
export type Prepare = (scene: Scene) => Promise<{ path?: string; body?: unknown; headers?: Record<string, string> }>

interface Provocation {
  on?: ServerName
  /** The address, where it has holes or a query. */
  path?: string
  body?: unknown
  /** The caller; signed-in routes take the account's token by default. */
  as?: 'guest'
  /** Creates what the refusal is about; returns the path and body where they depend on it. */
  prepare?: Prepare
}

export interface Refusal extends Provocation {
  route: string
  status: number
  code: string
  message: string
}

/** Returns the refusals of one route, listed by status and code: each one's message, and what provokes it. */
export const on = (route: string, byCode: Record<`${number} ${string}`, [message: string, request?: Provocation][]>) =>
  Object.entries(byCode).flatMap(([key, rows]) => {
    const [status = '', code = ''] = key.split(' ')
    return rows.map(([message, request]): Refusal => ({ route, status: Number(status), code, message, ...request }))
  })

export const ANY_ID = '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f'
export const PASSWORD = 'a long enough phrase'

let fresh = 0
export const newEmail = () => `refused-${++fresh}@example.com`
export const newPhone = () => ({ phone: String(randomInt(10 ** 11, 10 ** 12)) })

/** An object in an object in an object … */
export function nested(depth: number): object {
  return depth === 0 ? {} : { a: nested(depth - 1) }
}

/** Sends a body once before, so that the next time is too soon. */
export function twice(path: string, makeBody: () => object): Prepare {
  return async ({ server }) => {
    const body = makeBody()
    const first = await callAuth(server, 'POST', path, { body })
    if (first.status !== 200) throw new Error(`the first ${path} answered ${first.status}`)
    return { body }
  }
}

/** The account sends the same request once before; that may be the first time or not. */
export function requestTwice(method: 'GET' | 'POST', path: string, body?: object): Prepare {
  return async ({ server, account }) => {
    await callAuth(server, method, path, { body, headers: account.headers })
    return { body }
  }
}

/** A right password for an account of which something else is not right. */
export function signInAfter(change: { email_confirmed_at: null } | { banned_until: Date }): Prepare {
  return async ({ server }) => {
    const { email, password, user_id } = await signUp(server)
    await server.db.updateTable('users').set(change).where('id', '=', user_id).execute()
    return { path: '/token?grant_type=password', body: { email, password } }
  }
}

/** An address that another account has. */
export async function otherAddress({ server }: Scene, kind: 'email' | 'phone'): Promise<string> {
  const { user_id, email } = await signUp(server)
  if (kind === 'email') return email
  const { phone } = newPhone()
  await server.db.updateTable('users').set({ phone }).where('id', '=', user_id).execute()
  return phone
}

export const linkByIdToken: Prepare = async ({ account }) => ({
  path: '/token?grant_type=id_token',
  body: { provider: 'work', id_token: 'x', link_identity: true },
  headers: account.headers,
})

/** A second identity: a single one is refused as the last. */
export const withTwoIdentities: Prepare = async ({ server, account }) => {
  await server.db
    .insertInto('identities')
    .values({ user_id: account.user_id, provider: 'work', provider_id: account.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return {}
}

/** An account of its own with one identity, and that identity. */
export const lastIdentity: Prepare = async ({ server }) => {
  const { user_id, headers } = await signUp(server)
  const { identity_id } = await server.db
    .selectFrom('identities')
    .select('identity_id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { path: `/user/identities/${identity_id}`, headers }
}

/** The address of the other identity, which would take over, is another account's. */
export const conflictingIdentity: Prepare = async (scene) => {
  const prepared = await lastIdentity(scene)
  const { user_id } = await scene.server.db
    .selectFrom('identities')
    .select('user_id')
    .where('identity_id', '=', prepared.path?.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow()
  const identity_data = JSON.stringify({ email: await otherAddress(scene, 'email'), email_verified: true })
  await scene.server.db
    .insertInto('identities')
    .values({ user_id, provider: 'work', provider_id: user_id, identity_data })
    .execute()
  return prepared
}

/** An account with an address or a phone that is not confirmed. */
export function withUnconfirmed(address: 'email' | 'phone'): Prepare {
  return async ({ server }) => {
    const { user_id, headers } = await signUp(server)
    const change = address === 'email' ? { email_confirmed_at: null } : { email: null, ...newPhone() }
    await server.db.updateTable('users').set(change).where('id', '=', user_id).execute()
    return { headers }
  }
}

/** A factor from when its kind was switched on. */
export function withFactor(factor_type: 'totp' | 'phone', step: 'challenge' | 'verify'): Prepare {
  return async ({ server, account }) => {
    const ofKind = factor_type === 'phone' ? newPhone() : { sealed_secret: Buffer.alloc(1) }
    const { id } = await server.db
      .insertInto('factors')
      .values({ user_id: account.user_id, factor_type, friendly_name: `factor ${++fresh}`, ...ofKind })
      .returning('id')
      .executeTakeFirstOrThrow()
    const body = step === 'verify' ? { challenge_id: ANY_ID, code: '123456' } : {}
    return { path: `/factors/${id}/${step}`, body }
  }
}

/** An account with as many factors as there may be. */
export function withTenFactors(status: 'unverified' | 'verified'): Prepare {
  return async ({ server }) => {
    const { user_id, headers } = await signUp(server)
    const factors = Array.from({ length: 10 }, (_, index) => ({
      user_id,
      factor_type: 'totp' as const,
      status,
      friendly_name: `factor ${index}`,
      sealed_secret: Buffer.alloc(1),
    }))
    await server.db.insertInto('factors').values(factors).execute()
    return { body: { factor_type: 'totp', friendly_name: 'one more' }, headers }
  }
}
