import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAuth, signUp } from '../../../../tests/support/accounts.ts'
import { createSamlTestProvider, type Statement } from '../../../../tests/support/saml-provider.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const provider = createSamlTestProvider()
/** Another provider of the same name, with another key. */
const impostor = createSamlTestProvider()
const PROVIDER_ID = '21648a9d-8d5a-4555-a9d1-d6375dc14e92'
const OTHER_ID = '31648a9d-8d5a-4555-a9d1-d6375dc14e92'
const ACS = 'http://localhost:3000/auth/v1/sso/saml/acs'

let market: TestApp
let metadata: string

beforeAll(async () => {
  const { issuer: idp_issuer, entryPoint: entry_point, certificate } = provider
  const saml = { type: 'saml', idp_issuer, entry_point, certificates: [certificate] }
  market = await createTestApp({
    config: {
      ssoProviders: JSON.stringify([
        { ...saml, id: PROVIDER_ID, domains: ['company.example'] },
        { ...saml, id: OTHER_ID, domains: ['other.example'] },
      ]),
    },
  })
  metadata = (await market.app.inject({ url: '/auth/v1/sso/saml/metadata' })).body
})
afterAll(() => market.close())

const newName = () => `person-${randomUUID().slice(0, 8)}`

/** Asks for a sign-in and lets the provider read the request; `statement` is what an honest answer would say. */
async function ask(request: Record<string, unknown> = { domain: 'company.example' }) {
  const { status, body } = await callAuth<{ url: string }>(market, 'POST', '/sso', {
    body: { skip_http_redirect: true, ...request },
  })
  expect(status).toBe(200)
  const { statement, relayState } = await provider.readRequest(body.url, metadata)
  statement.attributes.email = `${newName()}@company.example`
  return { statement, relayState }
}

/** Brings an answer as the browser would; answers the address it is sent to. */
async function bring(SAMLResponse: string, RelayState: string): Promise<URL> {
  const answer = await market.app.inject({
    method: 'POST',
    url: '/auth/v1/sso/saml/acs',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
  })
  expect(answer.statusCode).toBe(303)
  return new URL(String(answer.headers.location))
}

const fragmentOf = (url: URL) => new URLSearchParams(url.hash.slice(1))
const decode = (base64: string) => Buffer.from(base64, 'base64').toString('utf8')
const encode = (xml: string) => Buffer.from(xml).toString('base64')

/** The answer is refused, and nobody got an account or a session by it. */
async function expectRefused(target: URL, statement?: Statement): Promise<void> {
  expect(target.href).not.toContain('access_token')
  expect(target.searchParams.get('error_code')).toBeTruthy()
  if (!statement) return
  const made = await market.db
    .selectFrom('identities')
    .select('identity_id')
    .where('provider_id', '=', statement.name_id)
    .execute()
  expect(made).toEqual([])
}

describe('an honest answer', () => {
  test('signs a new person up as a buyer', async () => {
    const { statement, relayState } = await ask()
    statement.attributes.displayName = 'Kim Example'
    const target = await bring(await provider.answer(statement, metadata), relayState)
    expect(target.origin + target.pathname).toBe('http://localhost:3000/')
    const token = fragmentOf(target).get('access_token') ?? ''
    const { body } = await callAuth(market, 'GET', '/user', { headers: { authorization: `Bearer ${token}` } })
    expect(body).toMatchObject({
      email: statement.attributes.email,
      app_metadata: { provider: `sso:${PROVIDER_ID}`, role: 'buyer' },
      user_metadata: { display_name: 'Kim Example' },
      identities: [{ provider: `sso:${PROVIDER_ID}`, id: statement.name_id }],
    })
    expect(JSON.parse(atob(token.split('.')[1] ?? '')).amr).toMatchObject([{ method: 'sso/saml' }])
  })

  test('by PKCE gives a code', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const { statement, relayState } = await ask({
      provider_id: PROVIDER_ID,
      code_challenge,
      code_challenge_method: 's256',
    })
    const target = await bring(await provider.answer(statement, metadata), relayState)
    const { status, body } = await callAuth(market, 'POST', '/token?grant_type=pkce', {
      body: { auth_code: target.searchParams.get('code'), code_verifier: verifier },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { email: statement.attributes.email } })
  })

  test('finds the person again by the name the provider has for them', async () => {
    const first = await ask()
    await bring(await provider.answer(first.statement, metadata), first.relayState)
    const second = await ask()
    const statement = { ...second.statement, name_id: first.statement.name_id }
    await bring(await provider.answer(statement, metadata), second.relayState)
    const users = await market.db
      .selectFrom('users')
      .select('email')
      .where('email', 'in', [first.statement.attributes.email ?? '', statement.attributes.email ?? ''])
      .execute()
    expect(users).toEqual([{ email: first.statement.attributes.email }])
  })

  test('B4: is used once: of 20 at the same moment one signs in', async () => {
    const { statement, relayState } = await ask()
    const answer = await provider.answer(statement, metadata)
    const targets = await Promise.all(Array.from({ length: 20 }, () => bring(answer, relayState)))
    expect(targets.filter((target) => fragmentOf(target).has('access_token'))).toHaveLength(1)
  })
})

describe('B13: an answer that does not hold is refused', () => {
  const wrong: [string, (statement: Statement) => Partial<Statement>][] = [
    ['for another audience', () => ({ audience: 'https://elsewhere.example/metadata' })],
    ['for another recipient', () => ({ recipient: 'https://elsewhere.example/acs' })],
    ['to another request', () => ({ request_id: `_${randomBytes(32).toString('base64url')}` })],
    ['confirmed for another request', () => ({ confirmed_request_id: '_other' })],
    ['of another issuer', () => ({ issuer: 'https://elsewhere.example/metadata' })],
    ['that is over', () => ({ not_on_or_after: new Date(Date.now() - 60_000), not_before: new Date(0) })],
    ['that begins later', () => ({ not_before: new Date(Date.now() + 600_000) })],
    ['that is old', () => ({ issued_at: new Date(Date.now() - 3_600_000) })],
    [
      'with a name that does not last',
      () => ({ name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    ],
    ['with an address of somebody else’s domain', () => ({ attributes: { email: `${newName()}@other.example` } })],
    ['without an address', () => ({ attributes: {} })],
  ]
  test.each(wrong)('%s', async (_what, change) => {
    const { statement, relayState } = await ask()
    const said = { ...statement, ...change(statement) }
    await expectRefused(await bring(await provider.answer(said, metadata), relayState), said)
  })

  test('by another key', async () => {
    const { statement, relayState } = await ask()
    await expectRefused(await bring(await impostor.answer(statement, metadata), relayState), statement)
  })

  const tampered: [string, (xml: string, statement: Statement) => string][] = [
    ['a changed name', (xml, { name_id }) => xml.replaceAll(name_id, 'somebody-else')],
    ['a changed address', (xml) => xml.replace(/[^>]*@company\.example/, 'boss@company.example')],
    ['a signature cut out', (xml) => xml.replace(/<(ds:)?Signature .*<\/(ds:)?Signature>/s, '')],
    ['a damaged signature', (xml) => xml.replace(/(<ds:SignatureValue>)./, '$1A'.replace('A', 'B'))],
    ['a comment inside the name', (xml, { name_id }) => xml.replace(name_id, `some<!-- -->body`)],
    ['a declaration', (xml) => `<!DOCTYPE x [<!ENTITY y "z">]>${xml}`],
    ['a second assertion in front', (xml) => xml.replace('<saml:Assertion', `${forged(xml)}<saml:Assertion`)],
    ['a second assertion behind', (xml) => xml.replace('</samlp:Response>', `${forged(xml)}</samlp:Response>`)],
    [
      'the signed assertion wrapped into a forged one',
      (xml) => {
        const signed = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
        return xml.replace(signed, forged(xml).replace('</saml:Assertion>', `${signed}</saml:Assertion>`))
      },
    ],
    [
      'the signed assertion moved to an extension',
      (xml) => {
        const signed = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
        return xml.replace(signed, `<samlp:Extensions>${signed}</samlp:Extensions>${forged(xml)}`)
      },
    ],
    [
      'a forged assertion that carries the signature of the real one',
      (xml) => {
        const signed = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
        const object = `${signature.replace('</ds:Signature>', `<ds:Object>${signed}</ds:Object></ds:Signature>`)}`
        return xml.replace(signed, forged(xml).replace('</saml:Assertion>', `${object}</saml:Assertion>`))
      },
    ],
    ['no XML at all', () => 'nothing'],
    ['an empty answer', () => ''],
  ]
  test.each(tampered)('tampered with: %s', async (_what, change) => {
    const { statement, relayState } = await ask()
    const answer = decode(await provider.answer(statement, metadata))
    const changed = change(answer, statement)
    expect(changed).not.toBe(answer)
    await expectRefused(await bring(encode(changed), relayState))
    const forgedOnes = ['somebody-else', 'some', 'body', 'somebody', statement.name_id]
    const made = await market.db
      .selectFrom('identities')
      .select('provider_id')
      .where('provider_id', 'in', forgedOnes)
      .execute()
    expect(made).toEqual([])
  })

  test('an unsigned assertion in a signed answer', async () => {
    const { statement, relayState } = await ask()
    const answer = await provider.answer(statement, metadata, 'message')
    expect(decode(answer)).toMatch(/<ds:Signature .*<saml:Assertion/s)
    expect(decode(answer)).not.toMatch(/<saml:Assertion.*<ds:Signature /s)
    await expectRefused(await bring(answer, relayState), statement)
  })

  test('a replay with the state of a new request', async () => {
    const first = await ask()
    const answer = await provider.answer(first.statement, metadata)
    expect(fragmentOf(await bring(answer, first.relayState)).has('access_token')).toBe(true)
    const second = await ask()
    await expectRefused(await bring(answer, second.relayState))
  })

  test('an answer of one organisation on the journey of another', async () => {
    const { statement, relayState } = await ask({ domain: 'other.example' })
    statement.attributes.email = `${newName()}@company.example`
    await expectRefused(await bring(await provider.answer(statement, metadata), relayState), statement)
  })

  test('without a request of ours', async () => {
    const { statement } = await ask()
    const answer = await provider.answer(statement, metadata)
    for (const relayState of ['', 'https://evil.example/', randomUUID()])
      await expectRefused(await bring(answer, relayState), statement)
  })
})

test('an organisation’s person with a known address gets the account of that address', async () => {
  const email = `${newName()}@company.example`
  const account = await signUp(market, { email })
  const { statement, relayState } = await ask()
  statement.attributes.email = email
  const target = await bring(await provider.answer(statement, metadata), relayState)
  const token = fragmentOf(target).get('access_token') ?? ''
  const { body } = await callAuth(market, 'GET', '/user', { headers: { authorization: `Bearer ${token}` } })
  expect(body).toMatchObject({ id: account.user_id })
})

test('the organisation manages address and password of its people', async () => {
  const { statement, relayState } = await ask()
  const target = await bring(await provider.answer(statement, metadata), relayState)
  const headers = { authorization: `Bearer ${fragmentOf(target).get('access_token')}` }
  for (const body of [{ password: 'a new long phrase' }, { email: 'mine@example.com' }])
    expect(await callAuth(market, 'PUT', '/user', { headers, body })).toMatchObject({
      status: 422,
      body: { code: 'user_sso_managed' },
    })
  const { email } = (await callAuth(market, 'GET', '/user', { headers })).body
  const { status } = await callAuth(market, 'PUT', '/user', { headers, body: { email, data: { display_name: 'Kim' } } })
  expect(status).toBe(200)
})

describe('POST /sso', () => {
  test.each([
    [{}, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
    [
      { provider_id: PROVIDER_ID, domain: 'company.example' },
      400,
      'validation_failed',
      'Only one of provider_id or domain supported',
    ],
    [{ provider_id: randomUUID() }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    [{ domain: 'nowhere.example' }, 404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'],
    [{ domain: 'evil.company.example' }, 404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'],
  ])('%j', async (body, status, code, message) => {
    expect(await callAuth(market, 'POST', '/sso', { body })).toMatchObject({ status, body: { code, message } })
  })

  test('redirects unless told not to', async () => {
    const { status, headers } = await callAuth(market, 'POST', '/sso', { body: { domain: 'COMPANY.example' } })
    expect(status).toBe(303)
    expect(String(headers.location)).toContain(`${provider.entryPoint}?SAMLRequest=`)
  })

  test('B13: is a 404 while nothing is configured, before the body is looked at', async () => {
    const plain = await createTestApp()
    const answer = await callAuth(plain, 'POST', '/sso', { body: { domain: 7 } })
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
    })
    expect((await plain.app.inject({ url: '/auth/v1/sso/saml/metadata' })).statusCode).toBe(404)
    expect((await callAuth(plain, 'GET', '/settings')).body).toMatchObject({ saml_enabled: false })
    await plain.close()
  })
})

test('the metadata names us and the address for answers', () => {
  expect(metadata).toContain('entityID="http://localhost:3000/auth/v1/sso/saml/metadata"')
  expect(metadata).toContain(`Location="${ACS}"`)
  expect(metadata).toContain('WantAssertionsSigned="true"')
})

/** An assertion like the one of the answer, for somebody else and unsigned. */
function forged(xml: string): string {
  const assertion = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  return assertion
    .replace(/<ds:Signature .*<\/ds:Signature>/s, '')
    .replace(/ID="[^"]*"/, `ID="_${randomUUID()}"`)
    .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1somebody-else')
}
