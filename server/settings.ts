import { createProviders } from './auth/oauth/providers.ts'
import { createSsoProviders } from './auth/sso/sso-providers.ts'
import { type Config, readConfig, type SettingChecks } from './platform/config.ts'
import { checkSecret } from './platform/secrets.ts'
import { parseSigningKeys, readKeySetting } from './platform/signing-keys.ts'

const checks: SettingChecks = {
  API_KEY_SECRET: (value) => checkSecret(value, 'API_KEY_SECRET'),
  AUTH_SIGNING_KEY: (value) => parseSigningKeys(readKeySetting(value), 'AUTH_SIGNING_KEY'),
  AUTH_PROVIDERS: (value) => createProviders(value),
  AUTH_SSO_PROVIDERS: (value) => createSsoProviders(value, 'http://localhost'),
}

/** Reads all settings of a server and checks them as deeply as their users do. Throws one Error that names all wrong ones. */
export function readSettings(environment: Record<string, string | undefined>, terminal: boolean): Config {
  return readConfig(environment, terminal, checks)
}
