import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { startMarket } from '../support/market-with-providers.ts'
import { closeServer, listen, startOidcProvider, type TestOidcProvider } from '../support/oidc-provider.ts'
import { createSamlTestProvider } from '../support/saml-provider.ts'

// What only a browser shows: cookies, cross-site redirects and posted forms, the final fragment.
const saml = createSamlTestProvider()
let browser: Browser
let market: Awaited<ReturnType<typeof startMarket>>
let provider: TestOidcProvider
/** Page of the SAML provider from which the browser posts the response. */
let samlPage = ''
const samlServer = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(samlPage),
)
let samlUrl: string

beforeAll(async () => {
  browser = await launchBrowser()
  samlUrl = await listen(samlServer)
  market = await startMarket(async (siteUrl) => {
    provider = await startOidcProvider([`${siteUrl}/auth/v1/callback`])
    const { issuer, clientId: client_id, clientSecret: client_secret } = provider
    const organization = {
      type: 'saml',
      id: randomUUID(),
      domains: ['company.example'],
      idp_issuer: saml.issuer,
      entry_point: saml.entryPoint,
      certificates: [saml.certificate],
    }
    return {
      authProviders: JSON.stringify([{ type: 'oidc', name: 'work', issuer, client_id, client_secret }]),
      ssoProviders: JSON.stringify([organization]),
    }
  })
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await market?.close()
  await provider?.close()
  await closeServer(samlServer)
})

/** Returns the user of the session in the address, from the page itself. */
function personOf(page: Page): Promise<{ email: string }> {
  return page.evaluate(async (apikey) => {
    const token = new URLSearchParams(location.hash.slice(1)).get('access_token')
    const response = await fetch('/auth/v1/user', { headers: { apikey, authorization: `Bearer ${token}` } })
    return response.json()
  }, market.deps.secrets.apiKey)
}

test('a user signs in at a provider and comes back with a session', async () => {
  const page = await (await browser.newContext()).newPage()
  const target = `${market.siteUrl}/healthz`
  await page.goto(`${market.siteUrl}/auth/v1/authorize?provider=work&redirect_to=${encodeURIComponent(target)}`)
  expect(page.url()).toContain(provider.issuer)
  await page.locator('input[name=login]').fill('kim')
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.waitForSelector('input[name=prompt][value=consent]', { state: 'attached' })
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`${target}#**`)
  expect(await personOf(page)).toMatchObject({ email: 'kim@example.com' })
})

test('a user who cancels comes back with the reason', async () => {
  const page = await (await browser.newContext()).newPage()
  const target = `${market.siteUrl}/healthz`
  await page.goto(`${market.siteUrl}/auth/v1/authorize?provider=work&redirect_to=${encodeURIComponent(target)}`)
  await page.getByRole('link', { name: /cancel/i }).click()
  await page.waitForURL(`${target}?**`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
})

test('a SAML provider’s page posts its response to us across sites', async () => {
  const page = await (await browser.newContext()).newPage()
  const started = await fetch(`${market.siteUrl}/auth/v1/sso`, {
    method: 'POST',
    headers: { apikey: market.deps.secrets.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      domain: 'company.example',
      skip_http_redirect: true,
      redirect_to: `${market.siteUrl}/healthz`,
    }),
  })
  const { url } = (await started.json()) as { url: string }
  const metadata = await (await fetch(`${market.siteUrl}/auth/v1/sso/saml/metadata`)).text()
  const { statement, relayState } = await saml.readRequest(url, metadata)
  statement.attributes.email = 'kim@company.example'
  const response = await saml.respond(statement, metadata)
  samlPage = `<form method="post" action="${statement.recipient}"><input type="hidden" name="SAMLResponse" value="${response}"><input type="hidden" name="RelayState" value="${relayState}"><button>Continue</button></form>`
  await page.goto(samlUrl)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${market.siteUrl}/healthz#**`)
  expect(await personOf(page)).toMatchObject({ email: 'kim@company.example' })
})
