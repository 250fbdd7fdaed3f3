import { open, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { notAPicture, tooLongSide, tooManyPixels } from './errors.ts'

export const MAX_PIXELS = 40_000_000
/** The maximum of JPEG and GIF. A PNG can have more rows, each of which takes time however few pixels it has. */
const MAX_SIDE = 65_535
/**
 * A progressive JPEG has scans, usually ten, each of which refines the whole picture. A scan of 50 bytes can take as long
 * to decode as all pixels, and the decoder processes all scans before it checks the time.
 */
const MAX_SCANS = 100
const SCAN = Buffer.from([0xff, 0xda])
const HEAD_BYTES = 16

/**
 * Checks a file before it is decoded: it must start like one of the four formats and be quick to decode. Throws
 * `notAPicture`, `tooManyPixels` or `tooLongSide`.
 */
export async function checkPicture(path: string): Promise<void> {
  const format = await recognize(path)
  if (!format || (format === 'jpeg' && (await countScans(path)) > MAX_SCANS)) throw notAPicture()
  const found = await sharp(path, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((error) => {
      throw notAPicture(error)
    })
  if (found.format !== format) throw notAPicture()
  const height = found.pageHeight ?? found.height
  if (found.width * height > MAX_PIXELS) throw tooManyPixels()
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
    if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'webp'
    return undefined
  } finally {
    await handle.close()
  }
}

/** Returns the count of scans, or slightly more: metadata may contain the marker, pixel data never does. */
async function countScans(path: string): Promise<number> {
  const bytes = await readFile(path)
  let scans = 0
  for (let at = bytes.indexOf(SCAN); at !== -1; at = bytes.indexOf(SCAN, at + SCAN.length)) scans++
  return scans
}
