import { randomUUID } from 'node:crypto'
import { copyFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashFile } from '../../../db/files.ts'
import { MAX_BANNER_WIDTH, MIN_BANNER_WIDTH } from '../../../shared/banners/constants.ts'
import { MAX_PICTURE_SIDE } from '../../../shared/catalog/constants.ts'
import { ICON_SIDE, type MarketPicture } from '../../../shared/market/constants.ts'
import { AppError } from '../../platform/http/errors.ts'
import { createSlots } from '../../platform/load/slots.ts'
import { checkPicture, MAX_PIXELS } from './check-picture.ts'
import { bannerTooNarrow, iconNotSquare, notAPicture } from './errors.ts'
import { imageLibrary } from './image-library.ts'
import type { ReceivedFile } from './receive-file.ts'

export type PictureKind = 'product' | 'avatar'
export type MarketPictureKind = MarketPicture | 'banner' | 'category'

export const PICTURE_TYPE = 'image/webp'
const PRODUCT_QUALITY = 82
/** A logo is shown 32 pixels high, on screens with up to three pixels for each. */
export const LOGO_DENSITY = 3
const LOGO_SIZE = { height: 32 * LOGO_DENSITY, width: 280 * LOGO_DENSITY }
const LOGO_QUALITY = 90
/** Tiles are at most 100 pixels wide. */
const CATEGORY_SIDE = 256
const AVATAR_MAX_BYTES = 100_000
const AVATAR_MAX_SIDE = 1920
const AVATAR_QUALITY = 78
/** Each attempt is scaled down in proportion to the excess of the previous one, and at least by this factor. */
const AVATAR_STEP = 0.8
const AVATAR_MIN_SIDE = 64
/** Decoding 40 megapixels takes about 160 MB, so few run at once. */
const AT_ONCE = 2
/** Well below the idle timeout of connections, so that the client still gets a response. */
const QUEUE_TIMEOUT_MS = 15_000
/** No genuine picture takes longer. */
const TIMEOUT_SECONDS = 20

const slots = createSlots({ atOnce: AT_ONCE, queueTimeoutMs: QUEUE_TIMEOUT_MS })

/**
 * Returns a JPEG, PNG, WebP, AVIF or GIF (first frame) rewritten as WebP in the same folder: upright, within the limits of its
 * kind, without metadata. The original file is always removed. Throws as `checkPicture`, or `busy` when the queue is full.
 */
export function rewritePicture(file: ReceivedFile, kind: PictureKind): Promise<ReceivedFile> {
  return rewrite(file, async (from) => {
    await checkPicture(from)
    return kind === 'product' ? encode(from, MAX_PICTURE_SIDE, PRODUCT_QUALITY) : encodeAvatar(from)
  })
}

/**
 * Returns a picture of the marketplace rewritten in the same folder: an icon as PNG of one size, others as WebP. Throws as
 * `rewritePicture`, for a GIF or an animation `notAPicture`, `iconNotSquare`, and `bannerTooNarrow`.
 */
export function rewriteMarketPicture(file: ReceivedFile, kind: MarketPictureKind): Promise<ReceivedFile> {
  return rewrite(file, async (from) => {
    if ((await checkPicture(from, 1)) === 'gif') throw notAPicture()
    const picture = await opened(from)
    const { autoOrient } = await picture.metadata()
    return ENCODERS[kind](picture, autoOrient)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true })
  })
}

type Opened = Awaited<ReturnType<typeof opened>>

const ENCODERS: Record<MarketPictureKind, (picture: Opened, size: { width: number; height: number }) => Opened> = {
  logo: (picture) => picture.resize({ ...LOGO_SIZE, fit: 'inside' }).webp({ quality: LOGO_QUALITY }),
  icon(picture, { width, height }) {
    if (width !== height || width < ICON_SIDE) throw iconNotSquare()
    return picture.resize(ICON_SIDE, ICON_SIDE).png()
  },
  category: (picture) => picture.resize(CATEGORY_SIDE, CATEGORY_SIDE).webp({ quality: PRODUCT_QUALITY }),
  banner(picture, { width }) {
    if (width < MIN_BANNER_WIDTH) throw bannerTooNarrow()
    return picture.resize({ width: MAX_BANNER_WIDTH, withoutEnlargement: true }).webp({ quality: PRODUCT_QUALITY })
  },
}

type Encode = (from: string) => ReturnType<typeof encode>

async function rewrite(file: ReceivedFile, encodeFrom: Encode): Promise<ReceivedFile> {
  const path = join(dirname(file.path), randomUUID())
  try {
    const width = await slots.run(() => write(file.path, path, encodeFrom))
    const { size } = await stat(path)
    return { path, size, content_hash: await hashFile(path), width }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await rm(file.path, { force: true })
  }
}

/** Writes a stored picture at most `width` pixels wide; a narrower one is copied. Throws `busy`. */
export function writeSmaller(from: string, to: string, width: number): Promise<unknown> {
  return slots.run(async () => {
    const sharp = await imageLibrary()
    const picture = sharp(from, { limitInputPixels: MAX_PIXELS })
    if ((await picture.metadata()).width <= width) return copyFile(from, to)
    const encoded = picture.resize({ width }).webp({ quality: PRODUCT_QUALITY }).timeout({ seconds: TIMEOUT_SECONDS })
    return writeFile(to, await encoded.toBuffer())
  })
}

async function write(from: string, to: string, encodeFrom: Encode): Promise<number> {
  const { data, info } = await encodeFrom(from).catch((error) => {
    throw error instanceof AppError ? error : notAPicture(error)
  })
  await writeFile(to, data)
  return info.width
}

/** Returns the largest version that fits; one of 64 pixels always does. */
async function encodeAvatar(from: string): ReturnType<typeof encode> {
  for (let side = AVATAR_MAX_SIDE; ; ) {
    const { data, info } = await encode(from, side, AVATAR_QUALITY)
    if (data.length <= AVATAR_MAX_BYTES) return { data, info }
    if (side < AVATAR_MIN_SIDE) throw new Error('a small picture takes too many bytes')
    side = Math.floor(
      Math.max(info.width, info.height) * Math.min(AVATAR_STEP, Math.sqrt(AVATAR_MAX_BYTES / data.length)),
    )
  }
}

/** Returns the first frame of a picture, upright. */
async function opened(from: string) {
  const sharp = await imageLibrary()
  return sharp(from, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
    pages: 1,
  }).autoOrient()
}

async function encode(from: string, side: number, quality: number) {
  return (await opened(from))
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer({ resolveWithObject: true })
}
