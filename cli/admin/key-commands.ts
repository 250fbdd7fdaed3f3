import type { Config } from '../../server/config/config.ts'
import { rotateSigningKeys } from '../../server/keys/secrets-file.ts'
import { print } from '../frame/run-command.ts'

/** Creates a new signing key. */
export async function rotateKeys(config: Config): Promise<void> {
  if (config.authSigningKey) throw new Error('AUTH_SIGNING_KEY is set: put the new key in front of the ones it lists.')
  print(`The new signing key is ${await rotateSigningKeys(config.dataDir)}. Restart the servers to use it.`)
}
