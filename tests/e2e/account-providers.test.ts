import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { signInMessages } from '../../shared/auth/messages.ts'
import type { AccountSession } from '../../shared/auth/schema.ts'
import { securityMessages } from '../../shared/auth/security-messages.ts'
import { callAuth } from '../support/accounts.ts'
import { closeServer, listen } from '../support/loopback.ts'
import { marketOfFile, type Visitor } from '../support/market.ts'
import { startOidcProvider, type TestOidcProvider } from '../support/oidc-provider.ts'
import { messageTo } from '../support/outbox.ts'
import { createSamlTestProvider } from '../support/saml-provider.ts'
import { newEmail, watchShifts } from '../support/shop-page.ts'
import { keepSession } from '../support/signed-in.ts'

let provider: TestOidcProvider
const saml = createSamlTestProvider()
afterAll(() => provider?.close())
// A marketplace with confirmation of addresses, a provider that users may link to their accounts, and an organization.
const market = marketOfFile(async (siteUrl) => {
  provider = await startOidcProvider([`${siteUrl}/auth/v1/callback`])
  const { issuer, clientId: client_id, clientSecret: client_secret } = provider
  const organization = {
    type: 'saml',
    id: crypto.randomUUID(),
    domains: ['company.example'],
    idp_issuer: saml.issuer,
    entry_point: saml.entryPoint,
    certificates: [saml.certificate],
  }
  return {
    authProviders: JSON.stringify([{ type: 'oidc', name: 'work', issuer, client_id, client_secret }]),
    ssoProviders: JSON.stringify([organization]),
    emailConfirm: true,
    manualLinking: true,
    messageGapSeconds: 0,
  }
})

const PASSWORD = 'a long enough phrase'
const SECURITY = '/dashboard?tab=security'
const card = (page: Page) => page.getByRole('region', { name: 'Account security' })

/** Signs in on the provider's own pages. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.waitForSelector('input[name=prompt][value=consent]', { state: 'attached' })
  await page.locator('button[type=submit]').click()
}

/** Returns a signed-in visitor who has confirmed a new address, and the address. */
async function confirmedVisitor(): Promise<Visitor & { email: string }> {
  const email = newEmail()
  await callAuth(market, 'POST', '/signup', { body: { email, password: PASSWORD } })
  const { code: token } = await messageTo(market, email)
  const { body } = await callAuth<AccountSession & Record<string, unknown>>(market, 'POST', '/verify', {
    body: { type: 'signup', email, token },
  })
  const visitor = await market.visitor()
  await keepSession(visitor.page, body)
  await visitor.page.goto(SECURITY)
  return { ...visitor, email }
}

test('a sign-in at a provider returns to the previous page; nothing moves when its button appears', async () => {
  const { page, pageErrors } = await market.visitor()
  const shifts = await watchShifts(page)
  await page.goto('/authentication?from=%2Fdashboard%3Ftab%3Dsecurity')
  await page.getByRole('button', { name: 'Continue with Work' }).waitFor()
  expect(await shifts()).toEqual([])
  await page.getByRole('button', { name: 'Continue with Work' }).click()
  await passProvider(page, 'kim')
  await page.getByText('Successfully signed in!').waitFor()
  await page.waitForURL(`${market.origin}/dashboard?tab=security`)
  await card(page).getByText('kim@example.com').first().waitFor()
  expect(pageErrors.filter((text) => text.includes(market.origin))).toEqual([])
})

test('an account at a provider is linked without opening another session', async () => {
  const { page } = await confirmedVisitor()
  await card(page).getByText(securityMessages.thisDevice).waitFor()
  // With the time of their last use, to the minute.
  const devices = card(page).getByRole('listitem').filter({ hasText: ' UTC' })
  expect(await devices.count()).toBe(1)
  await card(page)
    .getByRole('button', { name: securityMessages.link({ provider: 'Work' }) })
    .click()
  await passProvider(page, 'robin')
  await page.getByText(signInMessages.identityLinked).waitFor()
  await page.waitForURL(`${market.origin}${SECURITY}`)
  await card(page).getByText('robin@example.com').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
})

test('a SAML provider’s page posts its response to us from another site', async () => {
  const { page } = await market.visitor()
  const { body } = await callAuth<{ url: string }>(market, 'POST', '/sso', {
    body: { domain: 'company.example', skip_http_redirect: true, redirect_to: `${market.origin}/healthz` },
  })
  const metadata = (await market.app.inject('/auth/v1/sso/saml/metadata')).body
  const { statement, relayState } = await saml.readRequest(body.url, metadata)
  statement.attributes.email = 'kim@company.example'
  const response = await saml.respond(statement, metadata)
  const form = `<form method="post" action="${statement.recipient}"><input type="hidden" name="SAMLResponse" value="${response}"><input type="hidden" name="RelayState" value="${relayState}"><button>Continue</button></form>`
  const server = createServer((_request, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end(form))
  onTestFinished(() => closeServer(server))
  await page.goto(await listen(server))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${market.origin}/healthz#**`)
  const token = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('access_token')
  const user = await callAuth(market, 'GET', '/user', { headers: { authorization: `Bearer ${token}` } })
  expect(user.body).toMatchObject({ email: 'kim@company.example' })
})
