import { readFile, writeFile } from 'node:fs/promises'
import { notAPicture } from './errors.ts'

const SIGNATURE_BYTES = 8
/** The length in front of the data, the type, and the checksum behind it. */
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
export async function removeTexts(path: string): Promise<void> {
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

/** Returns the complete parts of a PNG; whether what follows them can be read is left to the library. */
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
