import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { inTransaction } from '../../../db/connect.ts'
import { demoAccounts } from '../../../db/demo/accounts.ts'
import { isSeeded } from '../../../db/demo/is-seeded.ts'
import type { Db } from '../../../db/tables.ts'
import { identiconPath } from '../../people/accounts/identicon.ts'
import { systemClock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { isOnLoopback } from '../../platform/config/loopback.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import { openBlobs } from '../../programs/storage/open-blobs.ts'
import { requireStore } from '../../programs/storage/require-store.ts'
import { catalogChanged } from '../../shop/catalog/products/catalog-changes.ts'

/**
 * Seeds the demo marketplace into a database without products, and its pictures into the file store. Where others than this
 * machine can reach the marketplace, one account of each role gets a random password, which is logged once.
 */
export async function seedDemo(
  db: Db,
  config: Config,
  { secrets, log, signal }: { secrets: Secrets; log: (message: string) => void; signal?: AbortSignal },
): Promise<void> {
  if (await isSeeded(db)) return
  // Imported here, so that servers on seeded data do not load the products.
  const { seedDemoMarketplace } = await import('../../../db/demo/seed.ts')
  const { blobs } = openBlobs(config)
  const passwords = isOnLoopback(config) ? undefined : randomPasswords(demoAccounts.map(({ email }) => email))
  try {
    await requireStore(blobs)
    const seeded = await seedDemoMarketplace(db, {
      ...(passwords && { passwordOf: (email) => passwords.get(email) ?? null }),
      ...(config.s3 && { movePicture: (blob, file) => blobs.put(blob, file) }),
      picturesDir: join(config.dataDir, 'files'),
      now: systemClock(),
      avatarUrl: (email) => identiconPath(secrets, email),
      log,
      signal,
    })
    if (seeded && passwords) log(passwordsText(passwords))
    await inTransaction(db, (tx) => catalogChanged(tx, 'all'))
  } finally {
    blobs.close()
  }
}

const PASSWORD_BYTES = 15

/** Returns a random password for each of the names. */
export function randomPasswords(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [name, randomBytes(PASSWORD_BYTES).toString('base64url')]))
}

/** Returns the lines that show the passwords to the operator. */
export function passwordsText(passwords: ReadonlyMap<string, string>): string {
  const lines = Array.from(passwords, ([email, password]) => `  ${email}   password: ${password}`)
  return ['Demo accounts, shown only now; no one can sign in to the others:', ...lines].join('\n')
}
