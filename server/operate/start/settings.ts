import { createProviders } from '../../people/auth/providers/oauth/providers.ts'
import { createSsoProviders } from '../../people/auth/providers/sso/sso-providers.ts'
import { type Config, readConfig, type SettingChecks } from '../../platform/config/config.ts'
import { checkSecret } from '../../platform/keys/secrets.ts'
import { parseSigningKeys, readKeySetting } from '../../platform/keys/signing-keys.ts'

const checks: SettingChecks = {
  API_KEY_SECRET: (value) => checkSecret(value, 'API_KEY_SECRET'),
  AUTH_SIGNING_KEY: (value) => parseSigningKeys(readKeySetting(value), 'AUTH_SIGNING_KEY'),
  AUTH_PROVIDERS: (value) => createProviders(value),
  AUTH_SSO_PROVIDERS: (value) => createSsoProviders(value, 'http://localhost'),
}

/** Returns all settings, checked by the modules that use them. Throws one Error that names every wrong setting. */
export function readSettings(environment: Record<string, string | undefined>, terminal: boolean): Config {
  return readConfig(environment, terminal, checks)
}
