import { open, readFile, truncate, writeFile } from 'node:fs/promises'
import { HEAD_BYTES, jpegParts, type PictureFormat, pictureFormat } from '../../../shared/kernel/picture-format.ts'
import { heicPicture, notAPicture, tooLongSide, tooManyFrames, tooManyPixels } from './errors.ts'
import { imageLibrary } from './image-library.ts'

export const MAX_PIXELS = 40_000_000
/** The maximum of JPEG and GIF. A PNG can have more rows, each of which takes time even with few pixels. */
const MAX_SIDE = 65_535
/**
 * A progressive JPEG has scans, usually ten, each of which refines the whole picture. A scan of 50 bytes can take as long
 * to decode as all pixels, and the decoder processes all scans before it checks the time.
 */
const MAX_SCANS = 100
/** Only the first frame of an animation is used, but the decoder may read all of them. */
const MAX_FRAMES = 1_000
/** Begins each frame of an animated PNG. Counted here, as the library does not count them. */
const PNG_FRAME = Buffer.from('fcTL')

/**
 * Checks a file before it is decoded and returns its format. It must be one of the five and quick to decode. Removes the
 * texts of a PNG, which may take long to unpack, and data after the end of a JPEG. Throws `notAPicture`, `heicPicture`,
 * `tooManyPixels`, `tooManyFrames` or `tooLongSide`.
 */
export async function checkPicture(path: string, maxFrames = MAX_FRAMES): Promise<PictureFormat> {
  const format = await recognize(path)
  if (!format) throw notAPicture()
  if (format === 'jpeg') await cutJpeg(path)
  if (format === 'png') await removeTexts(path)
  const sharp = await imageLibrary()
  const found = await sharp(path, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((error) => {
      throw notAPicture(error)
    })
  // The library also reports HEIC as HEIF, but cannot decode it.
  const isAvif = found.format === 'heif' && found.compression === 'av1'
  if ((isAvif ? 'avif' : found.format) !== format) throw notAPicture()
  const height = found.pageHeight ?? found.height
  if (found.width * height > MAX_PIXELS) throw tooManyPixels()
  const frames = found.pages ?? 1
  if (frames > maxFrames || (format === 'png' && (await contains(path, PNG_FRAME, maxFrames + 1))))
    throw maxFrames > 1 ? tooManyFrames() : notAPicture()
  if (Math.max(found.width, height) > MAX_SIDE) throw tooLongSide()
  return format
}

async function recognize(path: string): Promise<PictureFormat | undefined> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const format = pictureFormat(buffer.toString('latin1', 0, bytesRead))
    if (format === 'heic') throw heicPicture()
    return format
  } finally {
    await handle.close()
  }
}

async function cutJpeg(path: string): Promise<void> {
  const parts = jpegParts(await readFile(path))
  if (!parts || parts.scans > MAX_SCANS) throw notAPicture()
  await truncate(path, parts.end)
}

/** Returns whether a file contains a marker at least `times` times. Metadata may also contain it, pixel data almost never. */
async function contains(path: string, marker: Buffer, times: number): Promise<boolean> {
  const bytes = await readFile(path)
  let found = 0
  for (let at = bytes.indexOf(marker); at !== -1; at = bytes.indexOf(marker, at + marker.length))
    if (++found === times) return true
  return false
}

const SIGNATURE_BYTES = 8
/** The length and type before the data, and the checksum after it. */
const FRAME_BYTES = 12
/** Encoders write at least a kilobyte of pixels to each chunk. */
const MAX_PARTS = 50_000
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt'])

interface Part {
  type: string
  /** The offset of the chunk's length field. */
  from: number
  to: number
}

/**
 * Removes the texts from a PNG: the library unpacks all of them before it reads pixels, and 1 MB can be 1 GB of texts.
 * Stored pictures have none anyway. Throws `notAPicture` for more parts than encoders write.
 */
async function removeTexts(path: string): Promise<void> {
  const bytes = await readFile(path)
  const parts = partsOf(bytes)
  if (!parts.some(isText)) return
  let length = SIGNATURE_BYTES
  const keep = (from: number, to: number) => {
    length += bytes.copy(bytes, length, from, to)
  }
  for (const part of parts) if (!isText(part)) keep(part.from, part.to)
  keep(parts.at(-1)?.to ?? SIGNATURE_BYTES, bytes.length)
  await writeFile(path, bytes.subarray(0, length))
}

/** Returns the complete parts of a PNG; the library decides about a damaged rest. */
function partsOf(bytes: Buffer): Part[] {
  const parts: Part[] = []
  let from = SIGNATURE_BYTES
  while (from + FRAME_BYTES <= bytes.length) {
    const to = from + FRAME_BYTES + bytes.readUInt32BE(from)
    if (to > bytes.length) break
    if (parts.length === MAX_PARTS) throw notAPicture()
    parts.push({ type: bytes.toString('latin1', from + 4, from + 8), from, to })
    from = to
  }
  return parts
}

function isText({ type }: Part): boolean {
  return TEXTS.has(type)
}
