import { afterAll } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import type { Config } from '../../server/platform/config/config.ts'
import { startOidcProvider, type TestOidcProvider } from './oidc-provider.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Starts the real server on the address that it gives to providers. */
export async function startMarket(
  settings: (siteUrl: string) => Promise<Partial<Config>> | Partial<Config>,
): Promise<TestApp & { siteUrl: string }> {
  const port = await freePort()
  const siteUrl = `http://127.0.0.1:${port}`
  const testApp = await createTestApp({ config: { siteUrl, ...(await settings(siteUrl)) } })
  await testApp.app.listen({ port, host: '127.0.0.1' })
  return { ...testApp, siteUrl }
}

type Client = { issuer: string; client_id: string; client_secret: string }

/** Opens a listening market for the tests of a file, and an OpenID provider, which is passed to `settings`. */
export async function openWithProvider(settings: (client: Client, provider: TestOidcProvider) => Partial<Config>) {
  let provider: TestOidcProvider | undefined
  afterAll(() => provider?.close())
  const market = await startMarket(async (siteUrl) => {
    provider = await startOidcProvider([`${siteUrl}/auth/v1/callback`])
    const { issuer, clientId, clientSecret } = provider
    return settings({ issuer, client_id: clientId, client_secret: clientSecret }, provider)
  })
  afterAll(() => market.close())
  return { market, provider: provider as TestOidcProvider }
}
