import { hash, randomBytes, randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bearer, callAuth, readUser, signUp } from '../../../../../tests/support/accounts.ts'
import { refusedWith } from '../../../../../tests/support/api.ts'
import { fragmentOf, newLogin } from '../../../../../tests/support/http-browser.ts'
import { openForTests } from '../../../../../tests/support/open-for-tests.ts'
import { messageTo } from '../../../../../tests/support/outbox.ts'
import { createSamlTestProvider, type Statement } from '../../../../../tests/support/saml-provider.ts'

const provider = createSamlTestProvider()
/** A provider with the same name and another key. */
const impostor = createSamlTestProvider()
const PROVIDER_ID = '21648a9d-8d5a-4555-a9d1-d6375dc14e92'
const OTHER_ID = '31648a9d-8d5a-4555-a9d1-d6375dc14e92'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const ACS = 'http://localhost:3000/auth/v1/sso/saml/acs'

const { issuer: idp_issuer, entryPoint: entry_point, certificate } = provider
const saml = { type: 'saml', idp_issuer, entry_point, certificates: [certificate] }
const market = await openForTests({
  config: {
    languages: ['en', 'de'],
    ssoProviders: JSON.stringify([
      { ...saml, id: PROVIDER_ID, domains: ['company.example'] },
      { ...saml, id: OTHER_ID, domains: ['other.example'] },
    ]),
  },
})
const metadata: string = (await market.app.inject({ url: '/auth/v1/sso/saml/metadata' })).body

/** Requests a sign-in and has the provider read the request; `statement` is what a valid response would contain. */
async function requestSignIn(request: Record<string, unknown> = { domain: 'company.example' }) {
  const { status, body } = await callAuth<{ url: string }>(market, 'POST', '/sso', {
    body: { skip_http_redirect: true, ...request },
  })
  expect(status).toBe(200)
  const { statement, relayState } = await provider.readRequest(body.url, metadata)
  statement.attributes.email = `${newLogin()}@company.example`
  return { statement, relayState }
}

/** Posts a response as the browser would; returns the address it is redirected to. */
async function postResponse(SAMLResponse: string, RelayState: string): Promise<URL> {
  const response = await market.app.inject({
    method: 'POST',
    url: '/auth/v1/sso/saml/acs',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
  })
  expect(response.statusCode).toBe(303)
  return new URL(String(response.headers.location))
}

const decode = (base64: string) => Buffer.from(base64, 'base64').toString('utf8')
const encode = (xml: string) => Buffer.from(xml).toString('base64')

/** Expects that a response was refused and created neither an account nor a session. */
async function expectRefused(target: URL, statement?: Statement): Promise<void> {
  expect(target.href).not.toContain('access_token')
  expect(target.searchParams.get('error_code')).toBeTruthy()
  if (!statement) return
  await expectNoIdentity([statement.name_id])
}

async function expectNoIdentity(names: string[]): Promise<void> {
  const created = market.db.selectFrom('identities').select('provider_id').where('provider_id', 'in', names)
  expect(await created.execute()).toEqual([])
}

describe('a valid response', () => {
  test('makes an account with the language of the target page', async () => {
    for (const [path, language] of [
      ['/de/authentication', 'de'],
      ['/authentication', 'en'],
    ]) {
      const redirect_to = `http://localhost:3000${path}`
      const { statement, relayState } = await requestSignIn({ domain: 'company.example', redirect_to })
      const target = await postResponse(await provider.respond(statement, metadata), relayState)
      const { body } = await readUser(market, fragmentOf(target).get('access_token'))
      expect(body.user_metadata).toMatchObject({ language })
    }
  })

  test('signs a new user up as a buyer', async () => {
    const { statement, relayState } = await requestSignIn()
    statement.attributes.displayName = 'Kim Example'
    const target = await postResponse(await provider.respond(statement, metadata), relayState)
    expect(target.origin + target.pathname).toBe('http://localhost:3000/')
    const token = fragmentOf(target).get('access_token') ?? ''
    expect((await readUser(market, token)).body).toMatchObject({
      email: statement.attributes.email,
      app_metadata: { provider: `sso:${PROVIDER_ID}`, role: 'buyer' },
      user_metadata: { display_name: 'Kim Example' },
      identities: [{ provider: `sso:${PROVIDER_ID}`, id: statement.name_id }],
    })
    expect(decodeJwt(token).amr).toMatchObject([{ method: 'sso/saml' }])
  })

  test('with PKCE redirects with a code', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = hash('sha256', verifier, 'base64url')
    const { statement, relayState } = await requestSignIn({
      provider_id: PROVIDER_ID,
      code_challenge,
      code_challenge_method: 's256',
    })
    const target = await postResponse(await provider.respond(statement, metadata), relayState)
    const { status, body } = await callAuth(market, 'POST', '/token?grant_type=pkce', {
      body: { auth_code: target.searchParams.get('code'), code_verifier: verifier },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { email: statement.attributes.email } })
  })

  test('finds the user again by the provider’s name id, and follows a change of address there', async () => {
    const first = await requestSignIn()
    await postResponse(await provider.respond(first.statement, metadata), first.relayState)
    const second = await requestSignIn()
    const statement = { ...second.statement, name_id: first.statement.name_id }
    await postResponse(await provider.respond(statement, metadata), second.relayState)
    const emails = [first, second].map(({ statement: { attributes } }) => attributes.email ?? '')
    const [former = '', email = ''] = emails
    const users = market.db.selectFrom('users').select('email').where('email', 'in', emails)
    expect(await users.execute()).toEqual([{ email }])
    expect((await messageTo(market, former)).text).toContain(email)
  })
})

describe('B13: an invalid response is refused', () => {
  const wrong: [string, (statement: Statement) => Partial<Statement>][] = [
    ['for another audience', () => ({ audience: 'https://elsewhere.example/metadata' })],
    ['for another recipient', () => ({ recipient: 'https://elsewhere.example/acs' })],
    ['to another request', () => ({ request_id: `_${randomBytes(32).toString('base64url')}` })],
    ['confirmed for another request', () => ({ confirmed_request_id: '_other' })],
    ['of another issuer', () => ({ issuer: 'https://elsewhere.example/metadata' })],
    ['that has expired', () => ({ not_on_or_after: new Date(Date.now() - 60_000), not_before: new Date(0) })],
    ['that is not valid yet', () => ({ not_before: new Date(Date.now() + 600_000) })],
    ['that is old', () => ({ issued_at: new Date(Date.now() - 3_600_000) })],
    ['with a name that does not last', () => ({ name_id_format: TRANSIENT })],
    ['with an address of another’s domain', () => ({ attributes: { email: `${newLogin()}@other.example` } })],
    ['without an address', () => ({ attributes: {} })],
  ]
  test.each(wrong)('%s', async (_what, change) => {
    const { statement, relayState } = await requestSignIn()
    const changed = { ...statement, ...change(statement) }
    await expectRefused(await postResponse(await provider.respond(changed, metadata), relayState), changed)
  })

  test('by another key', async () => {
    const { statement, relayState } = await requestSignIn()
    await expectRefused(await postResponse(await impostor.respond(statement, metadata), relayState), statement)
  })

  const tampered: [string, (xml: string, statement: Statement) => string][] = [
    ['a changed name', (xml, { name_id }) => xml.replaceAll(name_id, 'another-user')],
    ['a changed address', (xml) => xml.replace(/[^>]*@company\.example/, 'boss@company.example')],
    ['a signature cut out', (xml) => xml.replace(/<(ds:)?Signature .*<\/(ds:)?Signature>/s, '')],
    [
      'a damaged signature',
      (xml) => xml.replace(/(<ds:SignatureValue>)(.)/, (_, tag, letter) => tag + (letter === 'A' ? 'B' : 'A')),
    ],
    ['a comment inside the name', (xml, { name_id }) => xml.replace(name_id, `some<!-- -->body`)],
    ['a declaration', (xml) => `<!DOCTYPE x [<!ENTITY y "z">]>${xml}`],
    ['a second assertion in front', (xml) => xml.replace('<saml:Assertion', `${forged(xml)}<saml:Assertion`)],
    ['a second assertion behind', (xml) => xml.replace('</samlp:Response>', `${forged(xml)}</samlp:Response>`)],
    [
      'the signed assertion wrapped into a forged one',
      (xml) => xml.replace(assertionIn(xml), inForged(xml, assertionIn(xml))),
    ],
    [
      'the signed assertion moved to an extension',
      (xml) => xml.replace(assertionIn(xml), `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>${forged(xml)}`),
    ],
    [
      'a forged assertion that carries the signature of the real one',
      (xml) => {
        const signed = assertionIn(xml)
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
        const object = signature.replace('</ds:Signature>', `<ds:Object>${signed}</ds:Object></ds:Signature>`)
        return xml.replace(signed, inForged(xml, object))
      },
    ],
    ['no XML at all', () => 'nothing'],
    ['an empty response', () => ''],
  ]
  test.each(tampered)('tampered with: %s', async (_what, change) => {
    const { statement, relayState } = await requestSignIn()
    const response = decode(await provider.respond(statement, metadata))
    const changed = change(response, statement)
    expect(changed).not.toBe(response)
    await expectRefused(await postResponse(encode(changed), relayState))
    await expectNoIdentity(['another-user', 'some', 'body', 'somebody', statement.name_id])
  })

  test('an unsigned assertion in a signed response', async () => {
    const { statement, relayState } = await requestSignIn()
    const response = await provider.respond(statement, metadata, 'message')
    expect(decode(response)).toMatch(/<ds:Signature .*<saml:Assertion/s)
    expect(decode(response)).not.toMatch(/<saml:Assertion.*<ds:Signature /s)
    await expectRefused(await postResponse(response, relayState), statement)
  })

  test('a replay with the state of a new request', async () => {
    const first = await requestSignIn()
    const response = await provider.respond(first.statement, metadata)
    expect(fragmentOf(await postResponse(response, first.relayState)).has('access_token')).toBe(true)
    const second = await requestSignIn()
    await expectRefused(await postResponse(response, second.relayState))
  })

  test('a response of one organization to a request of another', async () => {
    const { statement, relayState } = await requestSignIn({ domain: 'other.example' })
    statement.attributes.email = `${newLogin()}@company.example`
    await expectRefused(await postResponse(await provider.respond(statement, metadata), relayState), statement)
  })

  test('a response without a request', async () => {
    const { statement } = await requestSignIn()
    const response = await provider.respond(statement, metadata)
    for (const relayState of ['', 'https://evil.example/', randomUUID()])
      await expectRefused(await postResponse(response, relayState), statement)
  })
})

test('an organization’s user with a known address gets the account of that address', async () => {
  const email = `${newLogin()}@company.example`
  const account = await signUp(market, { email })
  const { statement, relayState } = await requestSignIn()
  statement.attributes.email = email
  const target = await postResponse(await provider.respond(statement, metadata), relayState)
  const { body } = await readUser(market, fragmentOf(target).get('access_token'))
  expect(body.id).toBe(account.user_id)
})

test('the organization manages address and password of its users', async () => {
  const { statement, relayState } = await requestSignIn()
  const target = await postResponse(await provider.respond(statement, metadata), relayState)
  const headers = bearer(fragmentOf(target).get('access_token'))
  for (const body of [{ password: 'a new long phrase' }, { email: 'mine@example.com' }])
    expect(await callAuth(market, 'PUT', '/user', { headers, body })).toMatchObject(
      refusedWith(422, 'user_sso_managed'),
    )
  const { email } = (await callAuth(market, 'GET', '/user', { headers })).body
  const { status } = await callAuth(market, 'PUT', '/user', { headers, body: { email, data: { display_name: 'Kim' } } })
  expect(status).toBe(200)
  // Until the operator removes all organizations.
  const { ssoProviders } = market.config
  onTestFinished(() => void Object.assign(market.config, { ssoProviders }))
  Object.assign(market.config, { ssoProviders: undefined })
  const body = { password: 'a new long phrase' }
  expect((await callAuth(market, 'PUT', '/user', { headers, body })).status).toBe(200)
})

describe('POST /sso', () => {
  test('a part of an organization’s domain is not its domain', async () => {
    const response = await callAuth(market, 'POST', '/sso', { body: { domain: 'evil.company.example' } })
    expect(response).toMatchObject(refusedWith(404, 'sso_provider_not_found'))
  })

  test('redirects by default', async () => {
    const { status, headers } = await callAuth(market, 'POST', '/sso', { body: { domain: 'COMPANY.example' } })
    expect(status).toBe(303)
    expect(String(headers.location)).toContain(`${provider.entryPoint}?SAMLRequest=`)
  })
})

test('malformed requests and responses above the size limit of a body are refused', async () => {
  const wrong = { domain: 'company.example', skip_http_redirect: 'yes' }
  expect((await callAuth(market, 'POST', '/sso', { body: wrong })).status).toBe(400)
  for (const [body, status] of [
    [{ RelayState: 'x' }, 400],
    [{ SAMLResponse: 'x'.repeat(300 * 1024) }, 413],
  ] as const)
    expect((await callAuth(market, 'POST', '/sso/saml/acs', { body })).status).toBe(status)
})

test('the metadata has our entity id and the address for responses', () => {
  expect(metadata).toContain('entityID="http://localhost:3000/auth/v1/sso/saml/metadata"')
  expect(metadata).toContain(`Location="${ACS}"`)
  expect(metadata).toContain('WantAssertionsSigned="true"')
})

const assertionIn = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
const inForged = (xml: string, content: string) =>
  forged(xml).replace('</saml:Assertion>', `${content}</saml:Assertion>`)

/** Returns an assertion like that of the response, for another user and unsigned. */
function forged(xml: string): string {
  return assertionIn(xml)
    .replace(/<ds:Signature .*<\/ds:Signature>/s, '')
    .replace(/ID="[^"]*"/, `ID="_${randomUUID()}"`)
    .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1another-user')
}
