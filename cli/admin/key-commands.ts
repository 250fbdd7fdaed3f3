import { countServers } from '../../db/migrate.ts'
import { failAllMessages } from '../../server/pages/mail/queries.ts'
import { countAuthenticators } from '../../server/people/auth/factors/queries.ts'
import type { Config } from '../../server/platform/config/config.ts'
import { createApiKey, findSecrets, needsFile, openSecrets } from '../../server/platform/keys/secrets.ts'
import { rotateSigningKeys, secretsPath } from '../../server/platform/keys/secrets-file.ts'
import { print } from '../frame/run-command.ts'
import { withMarketplace } from '../frame/with-marketplace.ts'

/** Creates a new signing key. */
export async function rotateKeys(config: Config): Promise<void> {
  if (config.authSigningKey) throw new Error('AUTH_SIGNING_KEY is set: put the new key in front of the ones it lists.')
  print(`The new signing key is ${await rotateSigningKeys(config.dataDir)}. Restart the servers to use it.`)
}

/** Creates keys in place of lost ones, and prints what the loss means. Throws an Error when there is nothing to replace. */
export async function newSecrets(config: Config): Promise<void> {
  const path = secretsPath(config.dataDir)
  if (!needsFile(config)) throw new Error('API_KEY_SECRET and AUTH_SIGNING_KEY are set: there is no file of keys.')
  if (await findSecrets(config))
    throw new Error(`${path} exists. To replace it, stop all servers and move it away first.`)
  await withMarketplace({ schema: 'newest', config }, async ({ db }) => {
    if (await countServers(db)) throw new Error('Some servers still run with the earlier keys: stop all of them first.')
    const authenticators = await countAuthenticators(db)
    const messages = await failAllMessages(db, new Date())
    await openSecrets(config, print)
    print(`${path} has new keys. With the earlier ones these are lost:
  - ${authenticators} authenticator apps: no code of theirs is right any more. Verify who asks, then remove them with
    npm run admin -- remove-factors <email>
  - ${messages} messages that were waiting or in the outbox, links and codes in mails, signed addresses of files
  - the mail server that was set in the browser, if any: enter it again
  - API keys that programs have: npm run admin -- api-key prints the new one
Access tokens end; sessions go on, as browsers get new ones. Start the servers again.`)
  })
}

/** Prints an API key. Throws an Error when there are no keys yet. */
export async function printApiKey(config: Config, role: 'anon' | 'service_role'): Promise<void> {
  const secrets = await findSecrets(config, (message) => console.error(message))
  if (!secrets) throw new Error(`${secretsPath(config.dataDir)} is missing: the first start of the server creates it.`)
  if (role === 'service_role')
    console.error(
      'This key has all rights over the file storage. Give it to programs of your own servers only, never to a browser.',
    )
  print(await createApiKey(secrets.apiKeySecret, role))
}
