import { freePort } from '../../db/embedded/free-port.ts'
import type { Config } from '../../server/platform/config/config.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** The real server, listening on the address that it gives to providers. */
export async function startMarket(
  settings: (siteUrl: string) => Promise<Partial<Config>> | Partial<Config>,
): Promise<TestApp & { siteUrl: string }> {
  const port = await freePort()
  const siteUrl = `http://127.0.0.1:${port}`
  const testApp = await createTestApp({ config: { siteUrl, ...(await settings(siteUrl)) } })
  await testApp.app.listen({ port, host: '127.0.0.1' })
  return { ...testApp, siteUrl }
}
