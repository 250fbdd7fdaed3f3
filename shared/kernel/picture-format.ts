const [START_OF_SCAN, END] = [0xda, 0xd9]

interface JpegParts {
  /** Where it ends; bytes behind that belong to something else, such as the film of a motion photo. */
  end: number
  scans: number
}

/** Returns the parts of a JPEG by its markers; undefined for one without an end. */
export function jpegParts(bytes: Uint8Array): JpegParts | undefined {
  let scans = 0
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at)
    const [marker, high, low] = at === -1 ? [] : bytes.subarray(at + 1, at + 4)
    if (marker === undefined) return undefined
    // A filled byte, a byte of the picture that is 255, and a restart; none has a length.
    if (marker === 0xff) at++
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === END) return { end: at + 2, scans }
    else {
      if (marker === START_OF_SCAN) scans++
      if (high === undefined || low === undefined) return undefined
      at += 2 + high * 256 + low
    }
  }
}

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** The first bytes of a file that tell its format. */
export const HEAD_BYTES = 64
/** An AVIF says so first, or, as a general file of this kind, among what it is compatible with. */
const AVIF_NAMES = /^.{4}ftyp(?:avi[fs]|mif1.{4}(?:.{4})*?avif)/s
/** The names by which a file of phones says that it is HEIC, among the first of those it says it is compatible with. */
const HEIC_NAMES = /^.{4}ftyp.*?(?:hei[cxms]|hev[cxms])/s

/** Returns the format of a picture by its first bytes, one a character; undefined when it is none that can be recognized. */
export function pictureFormat(head: string): PictureFormat | 'heic' | undefined {
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (AVIF_NAMES.test(head)) return 'avif'
  if (HEIC_NAMES.test(head)) return 'heic'
  return /^RIFF[\s\S]{4}WEBP/.test(head) ? 'webp' : undefined
}
