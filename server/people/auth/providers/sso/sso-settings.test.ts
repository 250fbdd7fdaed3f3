import { expect, test } from 'vitest'
import { readSsoSettings } from './sso-settings.ts'

const organization = {
  type: 'oidc',
  id: '6b1f3c1e-5d1c-4a5b-9d5e-1f2a3b4c5d6e',
  domains: ['Company.example'],
  issuer: 'https://login.company.example/',
  client_id: 'openstall',
}

function read(...providers: object[]) {
  return readSsoSettings(JSON.stringify(providers))
}

test('without the setting there are no organizations', () => {
  expect(readSsoSettings(undefined)).toEqual([])
})

test('an organization needs domains, an issuer and a client; the rest has defaults', () => {
  expect(read(organization)).toEqual([
    {
      ...organization,
      domains: ['company.example'],
      issuer: 'https://login.company.example',
      scopes: ['openid', 'email', 'profile'],
    },
  ])
})

const other = { ...organization, id: '0a1f3c1e-5d1c-4a5b-9d5e-1f2a3b4c5d6e' }
test.each([
  ['not JSON', '[', /must be JSON, or the path/],
  ['a scope of two words', JSON.stringify([{ ...organization, scopes: ['openid email'] }]), /0\.scopes\.0/],
  ['two with the same id', JSON.stringify([organization, organization]), /the same id/],
  ['a domain of two organizations', JSON.stringify([organization, other]), /belongs to two/],
  ['an address as domain', JSON.stringify([{ ...organization, domains: ['@company.example'] }]), /0\.domains\.0/],
  ['no domain', JSON.stringify([{ ...organization, domains: [] }]), /0\.domains/],
  ['a malformed id', JSON.stringify([{ ...organization, id: 'company' }]), /0\.id/],
  ['no certificate', JSON.stringify([{ ...organization, type: 'saml', certificates: [] }]), /0\.certificates/],
])('the start fails with a reason: %s', (_, setting, reason) => {
  expect(() => readSsoSettings(setting)).toThrow(/^AUTH_SSO_PROVIDERS: /)
  expect(() => readSsoSettings(setting)).toThrow(reason)
})
