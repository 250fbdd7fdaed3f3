import { join } from 'node:path'
import { inTransaction } from '../db/connect.ts'
import { isSeeded } from '../db/demo/is-seeded.ts'
import type { Db } from '../db/tables.ts'
import { identiconPath } from './accounts/identicon.ts'
import { catalogChanged } from './catalog/catalog-changes.ts'
import { systemClock } from './config/clock.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './keys/secrets.ts'
import { openBlobs } from './storage/open-blobs.ts'
import { requireStore } from './storage/require-store.ts'

/** Seeds the demo marketplace into a database that never had products, and its pictures into the file store. */
export async function seedDemo(
  db: Db,
  config: Config,
  { secrets, log, signal }: { secrets: Secrets; log: (message: string) => void; signal?: AbortSignal },
): Promise<void> {
  if (await isSeeded(db)) return
  // Imported here, so that servers on seeded data do not load the image library.
  const { seedDemoMarketplace } = await import('../db/demo/seed.ts')
  const { blobs } = openBlobs(config)
  try {
    await requireStore(blobs)
    await seedDemoMarketplace(db, {
      ...(config.s3 && { movePicture: (blob, file) => blobs.put(blob, file) }),
      picturesDir: join(config.dataDir, 'files'),
      now: systemClock(),
      avatarUrl: (email) => identiconPath(secrets, email),
      log,
      signal,
    })
    await inTransaction(db, catalogChanged)
  } finally {
    blobs.close()
  }
}
