import { join } from 'node:path'
import { isSeeded } from '../db/demo/is-seeded.ts'
import type { Db } from '../db/tables.ts'
import { identiconPath } from './auth/identicon.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Secrets } from './platform/secrets.ts'
import { openBlobs } from './storage/open-blobs.ts'
import { requireStore } from './storage/require-store.ts'

/** Makes the demo market in a database that has none; its pictures go to where the files of this market are kept. */
export async function seedDemo(
  db: Db,
  config: Config,
  { secrets, log, signal }: { secrets: Secrets; log: (message: string) => void; signal?: AbortSignal },
): Promise<void> {
  if (await isSeeded(db)) return
  // Only now: what draws the pictures would stay in the memory of every server.
  const { seedDemoMarket } = await import('../db/demo/seed.ts')
  const { blobs } = openBlobs(config)
  try {
    await requireStore(blobs)
    await seedDemoMarket(db, {
      ...(config.s3 && { movePicture: (blob, file) => blobs.put(blob, file) }),
      picturesDir: join(config.dataDir, 'files'),
      now: systemClock(),
      avatarUrl: (email) => identiconPath(secrets, email),
      log,
      signal,
    })
  } finally {
    blobs.close()
  }
}
