import { Readable } from 'node:stream'
import type { Tx } from '../../../db/tables.ts'
import { FULL_WIDTH, MAX_OTHER_IMAGES } from '../../../shared/catalog/constants.ts'
import { MAX_MARKET_PICTURE_BYTES } from '../../../shared/market/constants.ts'
import {
  MARKET_BUCKET,
  MAX_PICTURE_BYTES,
  PICTURE_CACHE_CONTROL,
  PRODUCTS_BUCKET,
  VERSION_LENGTH,
} from './constants.ts'
import { pictureMissing } from './errors.ts'
import { objectsChanged } from './object-freshness.ts'
import { publicAddress } from './object-name.ts'
import {
  claimBlobs,
  deleteFiles,
  deleteObjects,
  insertFiles,
  lockProductPictures,
  type ObjectContent,
} from './queries.ts'
import { receiveFile } from './receive-file.ts'
import {
  LOGO_DENSITY,
  type MarketPictureKind,
  PICTURE_TYPE,
  type PictureKind,
  rewriteMarketPicture,
  rewritePicture,
} from './rewrite-picture.ts'
import type { StagedBlob, Storage } from './storage.ts'

export type PictureName = 'featured_image' | `other_image_${1 | 2 | 3}`

export type PictureSource = StagedBlob | { keep: PictureName }

/**
 * Rewrites a picture of at most 10 MB and puts it into the store; returns the blob, to be passed to `setProductPictures`, or
 * to `storage.discard` when it is not used. Throws AppErrors for a file that is too large or not a picture.
 */
export async function stagePicture(storage: Storage, source: Readable | Uint8Array, kind: PictureKind) {
  const stream = source instanceof Readable ? source : Readable.from([source])
  const received = await receiveFile(storage.incoming, stream, MAX_PICTURE_BYTES)
  return storage.stage(await rewritePicture(received, kind), PICTURE_TYPE)
}

/**
 * Replaces the pictures of a product in the transaction that inserts or changes the product, whose row it has locked.
 * Without `featured_image` that picture is unchanged; `other_images` is the whole new list, in order. Returns the addresses
 * for the product's row (undefined: unchanged) and the unused blobs, to pass to `storage.discard` after the commit. Throws
 * `pictureMissing` when a retained picture is missing.
 */
export async function setProductPictures(
  tx: Tx,
  product: { product_id: string; seller_id: string },
  wanted: { featured_image?: PictureSource | undefined; other_images?: readonly PictureSource[] | undefined },
): Promise<{ featured_image?: string; other_images?: string[]; discarded: string[] }> {
  const { product_id, seller_id } = product
  const sources = new Map<PictureName, PictureSource>()
  if (wanted.featured_image) sources.set('featured_image', wanted.featured_image)
  for (const [index, source] of (wanted.other_images ?? []).slice(0, MAX_OTHER_IMAGES).entries())
    sources.set(`other_image_${index + 1}` as PictureName, source)

  const present = await lockProductPictures(tx, product_id)
  const rowOf = (name: PictureName) => present.find((row) => row.name === `${product_id}/${name}`)
  const isReplaced = (name: string) =>
    name.endsWith('/featured_image') ? wanted.featured_image !== undefined : wanted.other_images !== undefined

  const contents = Array.from(sources, ([name, source]): [PictureName, ObjectContent] => {
    const content = 'keep' in source ? rowOf(source.keep) : source
    if (!content) throw pictureMissing()
    return [name, content]
  })
  const retained = new Set(contents.map(([, { blob }]) => blob))
  if (retained.size !== contents.length) throw pictureMissing()
  const stay = present.filter(({ name }) => !isReplaced(name))
  if (stay.some(({ blob }) => retained.has(blob))) throw pictureMissing()

  await claimBlobs(
    tx,
    [...sources.values()].flatMap((source) => ('keep' in source ? [] : [source.blob])),
  )
  const replaced = present.filter(({ name }) => isReplaced(name))
  const discarded = await deleteObjects(tx, replaced, retained)
  await objectsChanged(tx, PRODUCTS_BUCKET, `${product_id}/`)
  const owned = { bucket_id: PRODUCTS_BUCKET, owner_id: seller_id, cache_control: PICTURE_CACHE_CONTROL }
  const rows = contents.map(([name, content]) => {
    const { object_id, created_at } = rowOf(name) ?? {}
    return { ...content, ...owned, name: `${product_id}/${name}`, object_id, created_at }
  })
  await insertFiles(tx, rows)
  const urls = contents.map(([name, content]) => ({ name, url: pictureUrl(`${product_id}/${name}`, content) }))
  const featured = urls.find(({ name }) => name === 'featured_image')
  return {
    ...(featured && { featured_image: featured.url }),
    ...(wanted.other_images && { other_images: urls.filter((one) => one !== featured).map(({ url }) => url) }),
    discarded,
  }
}

/** Removes all pictures of a product in its transaction; returns the blobs to discard after the commit. */
export async function removeProductPictures(tx: Tx, productId: string): Promise<string[]> {
  const discarded = await deleteObjects(tx, await lockProductPictures(tx, productId))
  await objectsChanged(tx, PRODUCTS_BUCKET, `${productId}/`)
  return discarded
}

/**
 * Returns the immutable address of a product's picture: new content gets a new address. It contains the width, from which
 * pages derive the available sizes.
 */
export function pictureUrl(
  key: string,
  { content_hash, width }: Pick<ObjectContent, 'content_hash' | 'width'>,
): string {
  const address = `${publicAddress(PRODUCTS_BUCKET, key)}?v=${content_hash.slice(0, VERSION_LENGTH)}`
  return width ? `${address}&${FULL_WIDTH}=${width}` : address
}

const ICON_TYPE = 'image/png'

/**
 * Rewrites a picture of the marketplace of at most 1 MB, a banner's of 10 MB, and stores it for `use`, which passes it to
 * `setMarketPicture` within the hour, and whose result it returns; discards it when `use` fails. Throws as `receiveFile`,
 * `rewriteMarketPicture` and `use`.
 */
export async function withMarketPicture<Result>(
  storage: Storage,
  { source, kind }: { source: Readable; kind: MarketPictureKind },
  use: (staged: StagedBlob) => Promise<Result>,
): Promise<Result> {
  const maxBytes = kind === 'banner' ? MAX_PICTURE_BYTES : MAX_MARKET_PICTURE_BYTES
  const received = await receiveFile(storage.incoming, source, maxBytes)
  const rewritten = await rewriteMarketPicture(received, kind)
  const staged = await storage.stage(rewritten, kind === 'icon' ? ICON_TYPE : PICTURE_TYPE)
  try {
    return await use(staged)
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
  const discarded = await deleteFiles(tx, MARKET_BUCKET, [name])
  if (staged) {
    await claimBlobs(tx, [staged.blob])
    await insertFiles(tx, [{ ...staged, bucket_id: MARKET_BUCKET, name, cache_control: PICTURE_CACHE_CONTROL }])
  }
  await objectsChanged(tx, MARKET_BUCKET, name)
  return { address: staged ? addressOf(name, staged) : '', discarded }
}

/** New content gets a new address. It contains the width, which pages declare. */
function addressOf(name: string, { content_hash, width }: StagedBlob): string {
  const query = new URLSearchParams({ v: content_hash.slice(0, VERSION_LENGTH), [FULL_WIDTH]: String(width) })
  return `${publicAddress(MARKET_BUCKET, name)}?${query}`
}

/**
 * Returns the unused blobs of a change to the picture that is shown already, which is sent again when its response was lost;
 * undefined for any other.
 */
export function unusedIfShown(address: string, staged: StagedBlob | undefined): string[] | undefined {
  if (!staged) return address === '' ? [] : undefined
  const isShown = address !== '' && address === addressOf(marketPictureName(address), staged)
  return isShown ? [staged.blob] : undefined
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
