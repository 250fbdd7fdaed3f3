import { randomInt } from 'node:crypto'
import { callAuth, signUp, type TestAccount } from '../../support/accounts.ts'
import type { TestApp } from '../../support/test-app.ts'

/** The differently configured servers that are tested for refusals. */
export const SERVERS = {
  /** The defaults: addresses count as confirmed, phones and guests are off. */
  plain: {},
  /** Turns on what is off by default. */
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
  /** Turns off what is on by default. */
  closed: { signUp: false, mfa: { totp: false, phone: false } },
  guarded: { captcha: { url: 'http://127.0.0.1:9/siteverify', secret: 'not a real one' } },
} satisfies Record<string, Partial<TestApp['config']>>
export type ServerName = keyof typeof SERVERS

/** The setup of a refusal: a server, an account on it, a guest. */
export interface Scene {
  server: TestApp
  account: TestAccount
  /** The headers of a guest; only on the open server. */
  guest: Record<string, string>
}

/** Creates the data of a refusal; returns its address, body and headers where they depend on that data. */
export type Prepare = (scene: Scene) => Promise<{ path?: string; body?: unknown; headers?: Record<string, string> }>

interface Provocation {
  on?: ServerName
  /** The address, if the route has parameters or a query. */
  path?: string
  body?: unknown
  /** The caller; signed-in routes take the account's token by default. */
  as?: 'guest'
  /** Creates the data of the refusal; returns the path and body where they depend on it. */
  prepare?: Prepare
}

export interface Refusal extends Provocation {
  route: string
  status: number
  code: string
  message: string
}

/** Returns the refusals of one route, by status and code: the message of each, and the request that provokes it. */
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

/** Returns an object nested to this depth. */
export function nested(depth: number): object {
  return depth === 0 ? {} : { a: nested(depth - 1) }
}

/** Sends a body once in advance, so that the next request comes too soon. */
export function twice(path: string, makeBody: () => object): Prepare {
  return async ({ server }) => {
    const body = makeBody()
    const first = await callAuth(server, 'POST', path, { body })
    if (first.status !== 200) throw new Error(`the first ${path} answered ${first.status}`)
    return { body }
  }
}

/** Sends the account's request once in advance, whether or not an earlier one was sent. */
export function requestTwice(method: 'GET' | 'POST', path: string, body?: object): Prepare {
  return async ({ server, account }) => {
    await callAuth(server, method, path, { body, headers: account.headers })
    return { body }
  }
}

/** Returns a correct password for an account that has another fault. */
export function signInAfter(change: { email_confirmed_at: null } | { banned_until: Date }): Prepare {
  return async ({ server }) => {
    const { email, password, user_id } = await signUp(server)
    await server.db.updateTable('users').set(change).where('id', '=', user_id).execute()
    return { path: '/token?grant_type=password', body: { email, password } }
  }
}

/** Returns the address of another account. */
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

/** Adds a second identity: a single one is refused as the last. */
export const withTwoIdentities: Prepare = async ({ server, account }) => {
  await server.db
    .insertInto('identities')
    .values({ user_id: account.user_id, provider: 'work', provider_id: account.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return {}
}

/** Creates a new account with one identity, and returns that identity. */
export const lastIdentity: Prepare = async ({ server }) => {
  const { user_id, headers } = await signUp(server)
  const { identity_id } = await server.db
    .selectFrom('identities')
    .select('identity_id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { path: `/user/identities/${identity_id}`, headers }
}

/** Gives the address of the other identity, which would replace the account's, to another account. */
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

/** Creates an account with an unconfirmed address or phone. */
export function withUnconfirmed(address: 'email' | 'phone'): Prepare {
  return async ({ server }) => {
    const { user_id, headers } = await signUp(server)
    const change = address === 'email' ? { email_confirmed_at: null } : { email: null, ...newPhone() }
    await server.db.updateTable('users').set(change).where('id', '=', user_id).execute()
    return { headers }
  }
}

/** Adds a factor whose kind was turned off later. */
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

/** Creates an account with the maximum number of factors. */
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
