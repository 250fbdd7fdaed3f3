import type { Readable } from 'node:stream'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import type { MarketPicture } from '../../../shared/market/constants.ts'
import { type Acting, recordSettings } from '../../people/audit/queries.ts'
import type { StagedBlob, Storage } from '../../programs/storage/storage.ts'
import { setMarketPicture, withMarketPicture } from '../../programs/storage/store-market-picture.ts'
import { marketChanged } from './market.ts'
import { lockMarketRow } from './queries.ts'

interface Deps {
  db: Db
  storage: Storage
}

/** Replaces a picture of the marketplace for an admin; pages show it at once. Throws AppError 400, 413 or 415. */
export function changePicture(deps: Deps, by: Acting, kind: MarketPicture, source: Readable): Promise<void> {
  return withMarketPicture(deps.storage, { source, kind }, (staged) => set(deps, by, kind, staged))
}

/** Removes a picture of the marketplace for an admin; pages show the product's own. */
export function removePicture(deps: Deps, by: Acting, kind: MarketPicture): Promise<void> {
  return set(deps, by, kind, undefined)
}

async function set(
  { db, storage }: Deps,
  by: Acting,
  kind: MarketPicture,
  staged: StagedBlob | undefined,
): Promise<void> {
  const discarded = await inTransaction(db, async (tx) => {
    const before = (await lockMarketRow(tx))[kind]
    const { address, discarded } = await setMarketPicture(tx, kind, staged)
    await marketChanged(tx, { [kind]: address })
    await recordSettings(tx, by, 'change_market', {
      target: 'market',
      before: { [kind]: before },
      after: { [kind]: address },
    })
    return discarded
  })
  await storage.discard(discarded)
}
