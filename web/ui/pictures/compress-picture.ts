import { MAX_PICTURE_MB } from '../../../shared/catalog/constants.ts'
import { HEAD_BYTES, jpegParts, pictureFormat } from '../../../shared/kernel/picture-format.ts'
import { pictureMessages } from '../../../shared/kernel/picture-messages.ts'
import { loadCode } from '../load-code.ts'

/** Returns the reason why the server would refuse a file, from its bytes alone; null when it looks valid. */
export async function refusalOfFile(file: Blob & { name: string }): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = pictureFormat(String.fromCharCode(...bytes.subarray(0, HEAD_BYTES)))
  if (!bytes.length) return pictureMessages.notComplete({ fileName: file.name })
  if (!format) return pictureMessages.notAPicture({ fileName: file.name })
  if (format === 'heic') return pictureMessages.heicFile({ fileName: file.name })
  // Browsers decode truncated files of these formats, and refuse those of others.
  const isCut =
    (format === 'jpeg' && !jpegParts(bytes)) ||
    (format === 'png' && !hasPngEnd(bytes)) ||
    (format === 'webp' && new DataView(bytes.buffer).getUint32(4, true) + 8 > bytes.length)
  return isCut ? pictureMessages.notComplete({ fileName: file.name }) : null
}

const PNG_SIGNATURE_BYTES = 8
/** The bytes of a chunk besides its data: length, name and checksum. */
const PNG_CHUNK_BYTES = 12
const PNG_END = 0x49_45_4e_44

function hasPngEnd(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = new DataView(bytes.buffer)
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_CHUNK_BYTES <= bytes.length; at += PNG_CHUNK_BYTES + view.getUint32(at)) {
    if (view.getUint32(at + 4) === PNG_END) return true
  }
  return false
}

/** The limits of profile pictures. */
const MAX_MEGABYTES = 0.1
const MAX_SIDE_PX = 1920
const TYPE = 'image/webp'

/** The limits of product pictures, which the server resizes: larger ones are shrunk before they are sent. */
const LARGE_SIDE_PX = 4096
const LARGE_MEGABYTES = 8
const LARGE_QUALITY = 0.92

/** Returns a profile picture as WebP of at most 0.1 MB and 1920 px. Rejects as `preparePicture`. */
export async function compressPicture(file: File): Promise<File> {
  await measure(file)
  const { default: compress } = await loadCode(() => import('browser-image-compression'))
  return compress(file, {
    maxSizeMB: MAX_MEGABYTES,
    maxWidthOrHeight: MAX_SIDE_PX,
    fileType: TYPE,
    // The library's worker would load code from another origin.
    useWebWorker: false,
  })
}

/**
 * Returns a product picture ready to send: unchanged, or shrunk when it is longer than 4,096 px or larger than 8 MB. Rejects
 * with a `RefusedPicture` when the server would refuse it.
 */
export async function preparePicture(file: File): Promise<File> {
  const { width, height } = await measure(file)
  if (Math.max(width, height) <= LARGE_SIDE_PX && file.size <= LARGE_MEGABYTES * 2 ** 20) return file
  const { default: compress } = await loadCode(() => import('browser-image-compression'))
  const shrunk = await compress(file, {
    maxSizeMB: LARGE_MEGABYTES,
    maxWidthOrHeight: LARGE_SIDE_PX,
    initialQuality: LARGE_QUALITY,
    fileType: TYPE,
    useWebWorker: false,
  })
  // The library may miss its target size.
  if (shrunk.size > MAX_PICTURE_MB * 2 ** 20)
    throw new RefusedPicture(pictureMessages.tooLarge({ fileName: file.name, mb: MAX_PICTURE_MB }))
  return shrunk
}

/** The error for a file that cannot be sent; its message names the file. */
export class RefusedPicture extends Error {}

async function measure(file: File): Promise<{ width: number; height: number }> {
  const refusal = await refusalOfFile(file)
  if (refusal) throw new RefusedPicture(refusal)
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw new RefusedPicture(pictureMessages.notAPicture({ fileName: file.name }), { cause })
  })
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}
