import { loadCode } from './load-code.ts'

/** The formats that the server reads, for file inputs. */
export const ACCEPTED_PICTURES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
/** How files of these formats begin, whatever they are named. */
const ACCEPTED_STARTS = /^(\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF.{4}WEBP|.{4}ftyp(avi[fs]|mif1))/s
const START_BYTES = 16

/** Profile pictures. */
const MAX_MEGABYTES = 0.1
const MAX_SIDE_PX = 1920
const TYPE = 'image/webp'

/** Pictures of products. The server makes them small; what it could not take, or would take long to send, is shrunk first. */
const LARGE_SIDE_PX = 4096
const LARGE_MEGABYTES = 8
const LARGE_QUALITY = 0.92

/** Returns a profile picture as WebP of at most 0.1 MB and 1920 px. Rejects when the browser cannot read the file as a picture. */
export async function compressPicture(file: File): Promise<File> {
  const { default: compress } = await loadCode(() => import('browser-image-compression'))
  return compress(file, {
    maxSizeMB: MAX_MEGABYTES,
    maxWidthOrHeight: MAX_SIDE_PX,
    fileType: TYPE,
    // Its worker would fetch code from elsewhere.
    useWebWorker: false,
  })
}

/**
 * Returns a picture of a product as it is sent: as it was chosen, or shrunk when it is longer than 4,096 px or larger than
 * 8 MB. Rejects when the server would refuse it, or the browser cannot read it as a picture.
 */
export async function preparePicture(file: File): Promise<File> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer()))
  if (!ACCEPTED_STARTS.test(start)) throw new Error('a picture of another format')
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  if (Math.max(width, height) <= LARGE_SIDE_PX && file.size <= LARGE_MEGABYTES * 2 ** 20) return file
  const { default: compress } = await loadCode(() => import('browser-image-compression'))
  return compress(file, {
    maxSizeMB: LARGE_MEGABYTES,
    maxWidthOrHeight: LARGE_SIDE_PX,
    initialQuality: LARGE_QUALITY,
    fileType: TYPE,
    useWebWorker: false,
  })
}

/** Returns whether a file is a photograph in the format of some phones, which few programs read. */
export function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}
