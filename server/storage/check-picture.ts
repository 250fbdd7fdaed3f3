import { open, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { notAPicture, tooLongSide, tooManyPixels } from './errors.ts'

export const MAX_PIXELS = 40_000_000
/** As many as a JPEG or a GIF can have. A PNG can have more: each row takes its time, however few pixels it has. */
const MAX_SIDE = 65_535
/**
 * A JPEG may come in scans, ten as a rule, each of which makes the whole picture finer. One takes some 50 bytes, and as
 * long as its pixels take; the decoder works through all of them before it looks at the time.
 */
const MAX_SCANS = 100
const SCAN = Buffer.from([0xff, 0xda])
const HEAD_BYTES = 16

/**
 * Lets only those to the decoders that begin like one of the four formats and that no decoder is long at work on. Throws
 * `notAPicture`, `tooManyPixels` or `tooLongSide`.
 */
export async function checkPicture(path: string): Promise<void> {
  const format = await recognise(path)
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

async function recognise(path: string): Promise<'jpeg' | 'png' | 'webp' | 'gif' | undefined> {
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

/** At least as many as there are: what only looks like the beginning of one is rare, and never among the pixels. */
async function countScans(path: string): Promise<number> {
  const bytes = await readFile(path)
  let scans = 0
  for (let at = bytes.indexOf(SCAN); at !== -1; at = bytes.indexOf(SCAN, at + SCAN.length)) scans++
  return scans
}
