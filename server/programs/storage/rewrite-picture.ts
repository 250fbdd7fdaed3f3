import { randomUUID } from 'node:crypto'
import { copyFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashFile } from '../../../db/files.ts'
import { MAX_PICTURE_SIDE } from '../../../shared/catalog/constants.ts'
import { createSlots } from '../../platform/load/slots.ts'
import { checkPicture, MAX_PIXELS } from './check-picture.ts'
import { notAPicture } from './errors.ts'
import { imageLibrary } from './image-library.ts'
import type { ReceivedFile } from './receive-file.ts'

export type PictureKind = 'product' | 'avatar'

export const PICTURE_TYPE = 'image/webp'
const PRODUCT_QUALITY = 82
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
export async function rewritePicture(file: ReceivedFile, kind: PictureKind): Promise<ReceivedFile> {
  const path = join(dirname(file.path), randomUUID())
  try {
    const width = await slots.run(() => write(file.path, path, kind))
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

async function write(from: string, to: string, kind: PictureKind): Promise<number> {
  await checkPicture(from)
  const encoded = kind === 'product' ? encode(from, MAX_PICTURE_SIDE, PRODUCT_QUALITY) : encodeAvatar(from)
  const { data, info } = await encoded.catch((error) => {
    throw notAPicture(error)
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

async function encode(from: string, side: number, quality: number) {
  const sharp = await imageLibrary()
  return sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true, pages: 1 })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer({ resolveWithObject: true })
}
