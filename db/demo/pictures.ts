import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FULL_WIDTH } from '../../shared/catalog/constants.ts'

/**
 * The ready-made pictures: `PRD00001/featured_image.webp`, and 320 pixels wide `PRD00001/featured_image.w320.webp`.
 * `npm run demo:pictures` renders them from the scenes in `tools/demo-scenes`.
 */
export const READY_PICTURES = join(import.meta.dirname, 'pictures')
/** In pixels; four to five, as the cards show pictures. */
export const PICTURE_WIDTH = 960
export const PICTURE_HEIGHT = 1200
/** The width of a small picture in pixels. */
export const SMALL_PICTURE_WIDTH = 320
/** With a file store in the network, each file is a request. */
const PLACED_AT_ONCE = 8

const OTHER_PICTURE_COUNTS = [1, 2, 1, 3, 1, 1]

/** A picture as the file storage records it. */
export interface StoredPicture {
  /** `PRD00001/featured_image`; its bytes are in the blob `products/PRD00001/featured_image`. */
  name: string
  size: number
  content_hash: string
  width: number
}

/** Moves a local file to the store, under the name `blob`. */
type MovePicture = (blob: string, file: string) => Promise<void>

interface PicturedProduct {
  product_id: string
  number: number
}

/** Returns the URLs of all pictures of a product, the featured one first. */
export function pictureUrls(product: PicturedProduct): string[] {
  return pictureNames(product).map(
    (name) => `/storage/v1/object/public/products/${name}?${FULL_WIDTH}=${PICTURE_WIDTH}`,
  )
}

/** Returns the names of all pictures of a product, the featured one first: `PRD00001/featured_image`. */
export function pictureNames({ product_id, number }: PicturedProduct): string[] {
  const others = Array.from({ length: otherPictureCount(number) }, (_, index) => `other_image_${index + 1}`)
  return ['featured_image', ...others].map((name) => `${product_id}/${name}`)
}

/** Returns how many pictures a product has besides the featured one: one to three. */
function otherPictureCount(number: number): number {
  return OTHER_PICTURE_COUNTS[number % OTHER_PICTURE_COUNTS.length] ?? 1
}

export interface PlaceOptions {
  /** Without it, pictures stay below `folder`. */
  movePicture?: MovePicture | undefined
  signal?: AbortSignal | undefined
}

/**
 * Returns the products' pictures, in no particular order, which it copied below `folder`: `products/PRD00001/featured_image` and,
 * 320 pixels wide, `products/PRD00001/featured_image.w320`. With `movePicture` they are moved from there. Existing files are
 * replaced, since an interrupted run may have left incomplete ones.
 */
export async function placePictures(
  folder: string,
  products: readonly PicturedProduct[],
  { movePicture, signal }: PlaceOptions,
): Promise<StoredPicture[]> {
  const placed: StoredPicture[] = []
  const place = async (name: string, file: string) => {
    const [blob, to] = [`products/${name}`, join(folder, 'products', name)]
    const bytes = await readFile(join(READY_PICTURES, file))
    await writeFile(to, bytes)
    await movePicture?.(blob, to)
    return bytes
  }
  await Promise.all(products.map(({ product_id }) => mkdir(join(folder, 'products', product_id), { recursive: true })))
  const waiting = products.flatMap(pictureNames)
  const placer = async () => {
    for (let name = waiting.pop(); name; name = waiting.pop()) {
      signal?.throwIfAborted()
      const bytes = await place(name, `${name}.webp`)
      await place(`${name}.w320`, `${name}.w320.webp`)
      placed.push(asStored(name, bytes))
    }
  }
  await Promise.all(Array.from({ length: PLACED_AT_ONCE }, placer))
  return placed
}

function asStored(name: string, bytes: Buffer): StoredPicture {
  const content_hash = createHash('sha256').update(bytes).digest('hex')
  return { name, size: bytes.length, content_hash, width: PICTURE_WIDTH }
}
