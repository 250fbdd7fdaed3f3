import type { Readable } from 'node:stream'
import type { Tx } from '../../../db/tables.ts'
import { FULL_WIDTH } from '../../../shared/catalog/constants.ts'
import { MAX_MARKET_PICTURE_BYTES } from '../../../shared/market/constants.ts'
import { MARKET_BUCKET, MAX_PICTURE_BYTES, PICTURE_CACHE_CONTROL, VERSION_LENGTH } from './constants.ts'
import { objectsChanged } from './object-freshness.ts'
import { publicAddress } from './object-name.ts'
import { claimBlobs, deleteNamed, insertDiscards, insertNamed } from './queries.ts'
import { receiveFile } from './receive-file.ts'
import { LOGO_DENSITY, type MarketPictureKind, PICTURE_TYPE, rewriteMarketPicture } from './rewrite-picture.ts'
import type { StagedBlob, Storage } from './storage.ts'

const ICON_TYPE = 'image/png'

/**
 * Rewrites a picture of the marketplace of at most 1 MB, a banner's of 10 MB, and stores it for `use`, which passes it to
 * `setMarketPicture`; discards it when that fails. Throws as `receiveFile`, `rewriteMarketPicture` and `use`.
 */
export async function withMarketPicture(
  storage: Storage,
  { source, kind }: { source: Readable; kind: MarketPictureKind },
  use: (staged: StagedBlob) => Promise<void>,
): Promise<void> {
  const maxBytes = kind === 'banner' ? MAX_PICTURE_BYTES : MAX_MARKET_PICTURE_BYTES
  const received = await receiveFile(storage.incoming, source, maxBytes)
  const rewritten = await rewriteMarketPicture(received, kind)
  const staged = await storage.stage(rewritten, kind === 'icon' ? ICON_TYPE : PICTURE_TYPE)
  try {
    await use(staged)
  } catch (error) {
    await storage.discard([staged.blob])
    throw error
  }
}

/**
 * Replaces the marketplace's picture of this name, or removes it; the caller has locked the settings. Returns its address, empty for
 * none, and the unused blobs, to pass to `storage.discard` after the commit.
 */
export async function setMarketPicture(
  tx: Tx,
  name: string,
  staged: StagedBlob | undefined,
): Promise<{ address: string; discarded: string[] }> {
  const replaced = await deleteNamed(tx, MARKET_BUCKET, name)
  const discarded = replaced === undefined ? [] : [replaced]
  if (staged) {
    await claimBlobs(tx, [staged.blob])
    await insertNamed(tx, { ...staged, bucket_id: MARKET_BUCKET, name, cache_control: PICTURE_CACHE_CONTROL })
  }
  await objectsChanged(tx, MARKET_BUCKET, name)
  await insertDiscards(tx, discarded, new Date())
  return { address: staged ? addressOf(name, staged) : '', discarded }
}

/** New content gets a new address. It contains the width, which pages declare. */
function addressOf(name: string, { content_hash, width }: StagedBlob): string {
  const query = new URLSearchParams({ v: content_hash.slice(0, VERSION_LENGTH), [FULL_WIDTH]: String(width) })
  return `${publicAddress(MARKET_BUCKET, name)}?${query}`
}

/** Returns the name of a picture by its address. */
export function marketPictureName(address: string): string {
  return address.slice(publicAddress(MARKET_BUCKET, '').length).split('?', 1)[0] ?? ''
}

/** Returns the width at which a logo is shown, by its address. */
export function logoWidth(address: string): number {
  const width = Number(new URLSearchParams(address.slice(address.indexOf('?'))).get(FULL_WIDTH))
  return Math.round(width / LOGO_DENSITY)
}
