import { expect, test } from 'vitest'
import { readUser } from '../../../../tests/support/accounts.ts'
import { fragmentOf, HttpBrowser, newLogin, redirectOf } from '../../../../tests/support/http-browser.ts'
import { openWithProvider } from '../../../../tests/support/market-with-providers.ts'

const APP = 'https://app.example/'

const { market } = await openWithProvider((client) => ({
  languages: ['en', 'de'],
  redirectTargets: [APP],
  authProviders: JSON.stringify([{ type: 'oidc', name: 'work', ...client }]),
}))

/** Signs in at the provider, with a browser that accepts a language; returns the language of the account. */
async function languageOf(login: string, redirect_to: string, accepted: string): Promise<unknown> {
  const query = new URLSearchParams({ provider: 'work', redirect_to })
  const callback = await new HttpBrowser().follow(`${market.siteUrl}/auth/v1/authorize?${query}`, {
    login,
    until: [`${market.siteUrl}/auth/v1/callback`],
  })
  const back = await redirectOf(callback, { headers: { 'accept-language': accepted } })
  expect(back.href).toContain(redirect_to)
  return (await readUser(market, fragmentOf(back).get('access_token'))).body.user_metadata.language
}

const page = (path: string) => `${market.siteUrl}${path}`

test.each([
  ['a German page, in an English browser', page('/de/authentication?step=arrived'), 'en', 'de'],
  ['a page of the first language, in a German browser', page('/authentication?step=arrived'), 'de', 'en'],
  ['the German home page', page('/de'), 'fr', 'de'],
  ['a page whose name begins like a language', page('/demo'), 'de', 'en'],
  ['an app of its own, in a German browser', APP, 'de-AT,de', 'de'],
  ['an app with such a path, in an English browser', `${APP}de/`, 'en', 'en'],
])('an account made through a provider from %s stores the language', async (_from, redirect_to, accepted, language) =>
  expect(await languageOf(newLogin(), redirect_to, accepted)).toBe(language),
)

test('a returning user keeps the language of the account', async () => {
  const login = newLogin()
  expect(await languageOf(login, page('/de/authentication'), 'de')).toBe('de')
  expect(await languageOf(login, page('/authentication'), 'en')).toBe('de')
})
