const [START_OF_SCAN, END] = [0xda, 0xd9]

interface JpegParts {
  /** The end of the picture; later bytes belong to something else, such as the video of a motion photo. */
  end: number
  scans: number
}

/** Splits a JPEG by its markers; undefined if it has no end. */
export function jpegParts(bytes: Uint8Array): JpegParts | undefined {
  let scans = 0
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at)
    const [marker, high, low] = at === -1 ? [] : bytes.subarray(at + 1, at + 4)
    if (marker === undefined) return undefined
    // Fill bytes, an escaped 255, and restart markers have no length.
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

/** The bytes that `pictureFormat` needs. */
export const HEAD_BYTES = 64
/** The brand of an AVIF: the major one, or, for a generic image, a compatible one. */
const AVIF_NAMES = /^.{4}ftyp(?:avi[fs]|mif1.{4}(?:.{4})*?avif)/s
/** The brands by which phones mark HEIC, among the first compatible ones. */
const HEIC_NAMES = /^.{4}ftyp.*?(?:hei[cxms]|hev[cxms])/s

/** Returns the format of a picture by its first bytes, one per character; undefined for an unknown one. */
export function pictureFormat(head: string): PictureFormat | 'heic' | undefined {
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (AVIF_NAMES.test(head)) return 'avif'
  if (HEIC_NAMES.test(head)) return 'heic'
  return /^RIFF[\s\S]{4}WEBP/.test(head) ? 'webp' : undefined
}
