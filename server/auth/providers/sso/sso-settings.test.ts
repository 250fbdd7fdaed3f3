import { expect, test } from 'vitest'
import { readSsoSettings } from './sso-settings.ts'

const organisation = {
  type: 'oidc',
  id: '6b1f3c1e-5d1c-4a5b-9d5e-1f2a3b4c5d6e',
  domains: ['Company.example'],
  issuer: 'https://login.company.example/',
  client_id: 'openstall',
}

function read(...providers: object[]) {
  return readSsoSettings(JSON.stringify(providers))
}

test('no setting, no organisations', () => {
  expect(readSsoSettings(undefined)).toEqual([])
})

test('an organisation needs its domains, its issuer and the client; the rest has defaults', () => {
  expect(read(organisation)).toEqual([
    {
      ...organisation,
      domains: ['company.example'],
      issuer: 'https://login.company.example',
      scopes: ['openid', 'email', 'profile'],
    },
  ])
})

const other = { ...organisation, id: '0a1f3c1e-5d1c-4a5b-9d5e-1f2a3b4c5d6e' }
test.each([
  ['not JSON', '[', /must be JSON, or the path/],
  ['a scope of two words', JSON.stringify([{ ...organisation, scopes: ['openid email'] }]), /0\.scopes\.0/],
  ['two with the same id', JSON.stringify([organisation, organisation]), /the same id/],
  ['a domain of two', JSON.stringify([organisation, other]), /belongs to two/],
  ['an address as domain', JSON.stringify([{ ...organisation, domains: ['@company.example'] }]), /0\.domains\.0/],
])('%s stops the start with a reason', (_, setting, reason) => {
  expect(() => readSsoSettings(setting)).toThrow(reason)
})
