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
