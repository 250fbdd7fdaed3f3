import { inTransaction } from '../../db/connect.ts'
import type { Tx } from '../../db/tables.ts'
import { accountsWithPublishedPassword, isShown, passwordsText, randomPasswords } from '../../demo/passwords.ts'
import { removeDemoMarketplace } from '../../demo/remove.ts'
import { hasAdminAccount, updateUser } from '../../server/people/accounts/queries.ts'
import { voidCodes } from '../../server/people/auth/codes/code-queries.ts'
import { endAllSessions } from '../../server/people/auth/codes/take-over.ts'
import { createPasswords } from '../../server/people/auth/passwords/passwords.ts'
import type { Config } from '../../server/platform/config/config.ts'
import { EVERYTHING } from '../../server/platform/data/cache.ts'
import { PRODUCTS_BUCKET, USERS_BUCKET } from '../../server/programs/storage/constants.ts'
import { objectsChanged } from '../../server/programs/storage/object-freshness.ts'
import { removeBlobs } from '../../server/programs/storage/variants.ts'
import { catalogChanged } from '../../server/shop/catalog/products/catalog-changes.ts'
import { print } from '../frame/run-command.ts'
import { withMarketplace } from '../frame/with-marketplace.ts'

/** Removes the demo marketplace, and prints how many rows were removed. */
export function removeDemo(config: Config, options: { withMixedOrders: boolean }): Promise<void> {
  return withMarketplace({ schema: 'migrated', config }, async ({ db, blobs }) => {
    const removed = await removeDemoMarketplace(db, { ...options, finish: announceRemoval })
    // After an interruption the servers' sweep of unused files removes the rest.
    await removeBlobs({ db, blobs }, removed.blobs)
    print(
      `The demo is removed: ${removed.accounts} accounts, ${removed.products} products, ${removed.orders} orders, ` +
        `${removed.blobs.length} files.`,
    )
    if (!(await hasAdminAccount(db))) print('There is no admin now: npm run admin -- create you@example.com')
  })
}

/** Running servers cache products and files. */
async function announceRemoval(tx: Tx): Promise<void> {
  await catalogChanged(tx, [EVERYTHING])
  for (const bucket of [PRODUCTS_BUCKET, USERS_BUCKET]) await objectsChanged(tx, bucket)
}

/** Replaces the published password of the demo accounts, and prints the new one of one account of each role. */
export function changeDemoPasswords(config: Config): Promise<void> {
  return withMarketplace({ schema: 'migrated', config }, async ({ db }) => {
    const found = await accountsWithPublishedPassword(db)
    if (!found.length) return print('No account has the published password of the demo.')
    const passwords = randomPasswords(found.map(({ id }) => id))
    const { hash } = createPasswords(config)
    for (const [id, password] of passwords) {
      const password_hash = await hash(password)
      await inTransaction(db, async (tx) => {
        await updateUser(tx, id, { password_hash })
        await voidCodes(tx, id)
        await endAllSessions(tx, id)
      })
    }
    print(`${found.length} accounts have lost the published password, and are signed out everywhere.`)
    print(passwordsText(new Map(found.filter(isShown).map(({ id, email }) => [email ?? id, passwords.get(id) ?? '']))))
  })
}
