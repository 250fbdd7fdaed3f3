import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FULL_WIDTH } from '../../shared/catalog/constants.ts'
import { drawPicture } from './draw-picture.ts'
import type { Look } from './products/product.ts'
import { type Scene, scenesOf } from './scenes.ts'

/** Enough to keep all threads of the image library busy, and few enough to limit memory. */
const DRAWN_AT_ONCE = 4
/** The width and height of a picture in pixels: sharp at double density. */
const PICTURE_SIDE = 1200
/** Progress is logged after each such share. */
const PROGRESS_STEP = 0.25

const OTHER_PICTURE_COUNTS = [1, 2, 1, 3, 1, 1]

/** A picture as the file storage records it. */
export interface StoredPicture {
  /** `PRD00001/featured_image`; its bytes are in the blob `products/PRD00001/featured_image`. */
  name: string
  size: number
  content_hash: string
  width: number
}

/** Moves a drawn file to the store, under the name `blob`. */
type MovePicture = (blob: string, file: string) => Promise<void>

export interface PicturedProduct {
  product_id: string
  look: Look
  number: number
}

/** Returns the URLs of all pictures of a product, `side` pixels wide, the featured one first. */
export function pictureUrls({ product_id, number }: PicturedProduct, side = PICTURE_SIDE): string[] {
  return pictureNames(otherPictureCount(number)).map(
    (name) => `/storage/v1/object/public/products/${product_id}/${name}?${FULL_WIDTH}=${side}`,
  )
}

/** Returns how many pictures a product has besides the featured one: one to three. */
function otherPictureCount(number: number): number {
  return OTHER_PICTURE_COUNTS[number % OTHER_PICTURE_COUNTS.length] ?? 1
}

function pictureNames(others: number): string[] {
  return ['featured_image', ...Array.from({ length: others }, (_, index) => `other_image_${index + 1}`)]
}

export interface DrawOptions {
  /** The width and height of the pictures in pixels; tests need less than shops. */
  side?: number | undefined
  /** Without it, pictures stay where they were drawn. */
  movePicture?: MovePicture | undefined
  log: (message: string) => void
  signal?: AbortSignal | undefined
}

/**
 * Returns the pictures that it drew below `folder`, in no particular order: `products/PRD00001/featured_image` and, 320
 * pixels wide, `products/PRD00001/featured_image.w320`. With `movePicture` they are moved from there. Existing pictures are
 * drawn again, since an interrupted run may have left incomplete ones.
 */
export async function drawPictures(
  folder: string,
  products: readonly PicturedProduct[],
  options: DrawOptions & { part: 'featured' | 'further'; atOnce?: number },
): Promise<StoredPicture[]> {
  const { atOnce = DRAWN_AT_ONCE, log, movePicture, part, side = PICTURE_SIDE, signal } = options
  const drawn: StoredPicture[] = []
  const waiting = products.flatMap((product) => picturesOf(product, part))
  const total = waiting.length
  await Promise.all(products.map(({ product_id }) => mkdir(join(folder, 'products', product_id), { recursive: true })))
  let done = 0
  let nextToLog = PROGRESS_STEP
  const drawer = async () => {
    for (let picture = waiting.pop(); picture; picture = waiting.pop()) {
      signal?.throwIfAborted()
      const { full, small } = await drawPicture(picture.scene, side)
      const path = join(folder, 'products', picture.name)
      await Promise.all([writeFile(path, full), writeFile(`${path}.w320`, small)])
      for (const name of [picture.name, `${picture.name}.w320`])
        await movePicture?.(`products/${name}`, join(folder, 'products', name))
      drawn.push(asStored(picture.name, full, side))
      done++
      if (done / total < nextToLog) continue
      log(`demo marketplace: drew ${done} of ${total} pictures`)
      nextToLog += PROGRESS_STEP
    }
  }
  await Promise.all(Array.from({ length: atOnce }, drawer))
  return drawn
}

function asStored(name: string, bytes: Buffer, width: number): StoredPicture {
  return {
    name,
    size: bytes.length,
    content_hash: createHash('sha256').update(bytes).digest('hex'),
    width,
  }
}

function picturesOf(
  { product_id, look, number }: PicturedProduct,
  part: 'featured' | 'further',
): { name: string; scene: Scene }[] {
  const others = otherPictureCount(number)
  const names = pictureNames(others)
  const all = scenesOf(look, number, others).map((scene, index) => ({
    name: `${product_id}/${names[index] ?? ''}`,
    scene,
  }))
  return part === 'featured' ? all.slice(0, 1) : all.slice(1)
}
