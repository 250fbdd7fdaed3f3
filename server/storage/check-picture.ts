import { open, readFile } from 'node:fs/promises'
import { heicPicture, notAPicture, tooLongSide, tooManyFrames, tooManyPixels } from './errors.ts'
import { imageLibrary } from './image-library.ts'
import { removeTexts } from './png-parts.ts'

export const MAX_PIXELS = 40_000_000
/** The maximum of JPEG and GIF. A PNG can have more rows, each of which takes time however few pixels it has. */
const MAX_SIDE = 65_535
/**
 * A progressive JPEG has scans, usually ten, each of which refines the whole picture. A scan of 50 bytes can take as long
 * to decode as all pixels, and the decoder processes all scans before it checks the time.
 */
const MAX_SCANS = 100
const SCAN = Buffer.from([0xff, 0xda])
/** Only the first frame of an animation is used; finding it may mean reading them all. */
const MAX_FRAMES = 1_000
/** Begins each frame of an animated PNG; the library reads only its first picture, and counts none. */
const PNG_FRAME = Buffer.from('fcTL')
const HEAD_BYTES = 64
/** The names by which a file of phones says that it is HEIC, among the first of those it says it is compatible with. */
const HEIC_NAMES = /^.{4}ftyp.*?(?:hei[cxms]|hev[cxms])/s

/**
 * Checks a file before it is decoded: it must start like one of the four formats and be quick to decode; a PNG loses its
 * texts, which may not be. Throws `notAPicture`, `heicPicture`, `tooManyPixels`, `tooManyFrames` or `tooLongSide`.
 */
export async function checkPicture(path: string): Promise<void> {
  const format = await recognize(path)
  if (!format || (format === 'jpeg' && (await contains(path, SCAN, MAX_SCANS + 1)))) throw notAPicture()
  if (format === 'png') await removeTexts(path)
  const sharp = await imageLibrary()
  const found = await sharp(path, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((error) => {
      throw notAPicture(error)
    })
  if (found.format !== format) throw notAPicture()
  const height = found.pageHeight ?? found.height
  if (found.width * height > MAX_PIXELS) throw tooManyPixels()
  const frames = found.pages ?? 1
  if (frames > MAX_FRAMES || (format === 'png' && (await contains(path, PNG_FRAME, MAX_FRAMES + 1))))
    throw tooManyFrames()
  if (Math.max(found.width, height) > MAX_SIDE) throw tooLongSide()
}

async function recognize(path: string): Promise<'jpeg' | 'png' | 'webp' | 'gif' | undefined> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead).toString('latin1')
    if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
    if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
    if (/^GIF8[79]a/.test(head)) return 'gif'
    if (HEIC_NAMES.test(head)) throw heicPicture()
    if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'webp'
    return undefined
  } finally {
    await handle.close()
  }
}

/** Returns whether a file contains a marker so often. Metadata may contain it too, pixel data almost never does. */
async function contains(path: string, marker: Buffer, times: number): Promise<boolean> {
  const bytes = await readFile(path)
  let found = 0
  for (let at = bytes.indexOf(marker); at !== -1; at = bytes.indexOf(marker, at + marker.length))
    if (++found === times) return true
  return false
}
