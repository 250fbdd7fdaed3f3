import { jpegParts } from '../../../shared/kernel/jpeg-end.ts'
import { HEAD_BYTES, pictureFormat } from '../../../shared/kernel/picture-format.ts'
import { pictureMessages } from '../../../shared/kernel/picture-messages.ts'

/** Returns why the server would refuse a file, by its bytes and not by its name or type; null when nothing is seen. */
export async function refusalOfFile(file: Blob & { name: string }): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = pictureFormat(String.fromCharCode(...bytes.subarray(0, HEAD_BYTES)))
  if (!bytes.length) return pictureMessages.notComplete(file.name)
  if (!format) return pictureMessages.notAPicture(file.name)
  if (format === 'heic') return pictureMessages.heicFile(file.name)
  // Of the others the browser finds out when it reads them; of these it shows what there is.
  const isCut =
    (format === 'jpeg' && !jpegParts(bytes)) ||
    (format === 'png' && !hasPngEnd(bytes)) ||
    (format === 'webp' && new DataView(bytes.buffer).getUint32(4, true) + 8 > bytes.length)
  return isCut ? pictureMessages.notComplete(file.name) : null
}

const PNG_SIGNATURE_BYTES = 8
/** A chunk has its length, its name, and a sum beside its data. */
const PNG_CHUNK_BYTES = 12
const PNG_END = 0x49_45_4e_44

function hasPngEnd(bytes: Uint8Array<ArrayBuffer>): boolean {
  const view = new DataView(bytes.buffer)
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_CHUNK_BYTES <= bytes.length; at += PNG_CHUNK_BYTES + view.getUint32(at)) {
    if (view.getUint32(at + 4) === PNG_END) return true
  }
  return false
}
