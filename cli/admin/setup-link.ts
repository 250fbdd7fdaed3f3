import { isSetupOpen } from '../../server/people/accounts/queries.ts'
import { setupLink } from '../../server/people/auth/setup/setup-link.ts'
import type { Config } from '../../server/platform/config/config.ts'
import { print } from '../frame/run-command.ts'
import { withMarketplace } from '../frame/with-marketplace.ts'

/** Prints the link of the page that makes the first admin. Throws an Error once one was made. */
export function printSetupLink(config: Config): Promise<void> {
  return withMarketplace({ schema: 'migrated', config }, async ({ db, openSecrets }) => {
    if (!(await isSetupOpen(db)))
      throw new Error('The first admin was made already. To make another: npm run admin -- create you@example.com')
    print(setupLink(config, await openSecrets()))
  })
}
