import type { Readable } from 'node:stream'
import type { Tx } from '../../../db/tables.ts'
import { FULL_WIDTH } from '../../../shared/catalog/constants.ts'
import { MAX_MARKET_PICTURE_BYTES, type MarketPicture } from '../../../shared/market/constants.ts'
import { MARKET_BUCKET, PICTURE_CACHE_CONTROL, VERSION_LENGTH } from './constants.ts'
import { objectsChanged } from './object-freshness.ts'
import { publicAddress } from './object-name.ts'
import { claimBlobs, deleteNamed, insertDiscards, insertNamed } from './queries.ts'
import { receiveFile } from './receive-file.ts'
import { LOGO_DENSITY, PICTURE_TYPE, rewriteMarketPicture } from './rewrite-picture.ts'
import type { StagedBlob, Storage } from './storage.ts'

const TYPES = { logo: PICTURE_TYPE, icon: 'image/png' } as const satisfies Record<MarketPicture, string>

/**
 * Rewrites a picture of the marketplace of at most 1 MB and puts it into the store; returns the blob, to be passed to
 * `setMarketPicture`, or to `storage.discard` when it is not used. Throws as `receiveFile` and `rewriteMarketPicture`.
 */
export async function stageMarketPicture(storage: Storage, source: Readable, kind: MarketPicture): Promise<StagedBlob> {
  const received = await receiveFile(storage.incoming, source, MAX_MARKET_PICTURE_BYTES)
  return storage.stage(await rewriteMarketPicture(received, kind), TYPES[kind])
}

/**
 * Replaces a picture of the marketplace, or removes it; the caller has locked the settings. Returns its address, empty for
 * none, and the unused blobs, to pass to `storage.discard` after the commit.
 */
export async function setMarketPicture(
  tx: Tx,
  kind: MarketPicture,
  staged: StagedBlob | undefined,
): Promise<{ address: string; discarded: string[] }> {
  const replaced = await deleteNamed(tx, MARKET_BUCKET, kind)
  const discarded = replaced === undefined ? [] : [replaced]
  if (staged) {
    await claimBlobs(tx, [staged.blob])
    await insertNamed(tx, { ...staged, bucket_id: MARKET_BUCKET, name: kind, cache_control: PICTURE_CACHE_CONTROL })
  }
  await objectsChanged(tx, MARKET_BUCKET, kind)
  await insertDiscards(tx, discarded, new Date())
  return { address: staged ? addressOf(kind, staged) : '', discarded }
}

/** New content gets a new address. It contains the width, which pages declare. */
function addressOf(kind: MarketPicture, { content_hash, width }: StagedBlob): string {
  const query = new URLSearchParams({ v: content_hash.slice(0, VERSION_LENGTH), [FULL_WIDTH]: String(width) })
  return `${publicAddress(MARKET_BUCKET, kind)}?${query}`
}

/** Returns the width at which a logo is shown, by its address. */
export function logoWidth(address: string): number {
  const width = Number(new URLSearchParams(address.slice(address.indexOf('?'))).get(FULL_WIDTH))
  return Math.round(width / LOGO_DENSITY)
}
