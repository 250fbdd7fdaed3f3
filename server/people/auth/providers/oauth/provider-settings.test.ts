import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../../../tests/support/open-folder.ts'
import { readProviderSettings } from './provider-settings.ts'

const google = { type: 'google', client_id: 'x', client_secret: 'y' }

test('known providers need no addresses', () => {
  const github = { type: 'github', client_id: 'x', client_secret: 'y' }
  expect(readProviderSettings(JSON.stringify([google, github]))).toMatchObject([
    { name: 'google', issuer: 'https://accounts.google.com', scopes: ['openid', 'email', 'profile'] },
    { name: 'github', base_url: 'https://github.com', api_url: 'https://api.github.com', scopes: ['user:email'] },
  ])
})

test('the setting may be the path of a file', async () => {
  const path = join(await openFolder(), 'providers.json')
  await writeFile(path, JSON.stringify([google]))
  expect(readProviderSettings(path)).toMatchObject([{ name: 'google' }])
})

test.each([
  ['not JSON', '[', /must be JSON, or the path/],
  ['a file that is not there', '/nowhere/providers.json', /must be JSON, or the path/],
  ['no list', '{}', /is wrong/],
  ['an unknown type', '[{"type":"myspace"}]', /is wrong/],
  ['no client', '[{"type":"google"}]', /client_id/],
  ['no issuer', '[{"type":"oidc","name":"work","client_id":"x"}]', /issuer/],
  ['an issuer that is not an address', '[{"type":"oidc","name":"work","client_id":"x","issuer":"ftp://x"}]', /issuer/],
  ['a reserved name', '[{"type":"oidc","name":"email","client_id":"x","issuer":"https://x.example"}]', /is taken/],
  [
    'a name like those of organizations',
    '[{"type":"oidc","name":"sso:x","client_id":"x","issuer":"https://x.example"}]',
    /name/,
  ],
  ['a name twice', JSON.stringify([google, google]), /same name/],
])('the start fails with the name of the setting: %s', (_what, setting, message) => {
  expect(() => readProviderSettings(setting)).toThrow(/^AUTH_PROVIDERS: /)
  expect(() => readProviderSettings(setting)).toThrow(message)
})
