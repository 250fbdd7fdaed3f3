import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FULL_WIDTH } from '../../shared/catalog/constants.ts'
import { PICTURE_SIZE } from './backdrop.ts'
import { drawPicture } from './draw-picture.ts'
import type { Look } from './products/product.ts'
import { type Scene, scenesOf } from './scenes.ts'

/** Enough to keep all threads of the image library busy, and few enough to limit memory. */
const DRAWN_AT_ONCE = 4
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
export type MovePicture = (blob: string, file: string) => Promise<void>

export interface PicturedProduct {
  product_id: string
  look: Look
  number: number
}

/** Returns how many pictures a product has besides the featured one: one to three. */
export function otherPictureCount(number: number): number {
  return OTHER_PICTURE_COUNTS[number % OTHER_PICTURE_COUNTS.length] ?? 1
}

/** Returns the URLs of a product's pictures, the featured one first. */
export function pictureUrls(product_id: string, others: number): string[] {
  return pictureNames(others).map(
    (name) => `/storage/v1/object/public/products/${product_id}/${name}?${FULL_WIDTH}=${PICTURE_SIZE}`,
  )
}

function pictureNames(others: number): string[] {
  return ['featured_image', ...Array.from({ length: others }, (_, index) => `other_image_${index + 1}`)]
}

/**
 * Returns the pictures that it drew below `folder`, in no particular order: `products/PRD00001/featured_image` and, 320
 * pixels wide, `products/PRD00001/featured_image.w320`. With `movePicture` they are moved from there. Existing pictures are
 * drawn again, since an interrupted run may have left incomplete ones.
 */
export async function drawPictures(
  folder: string,
  products: readonly PicturedProduct[],
  options: { log: (message: string) => void; movePicture?: MovePicture | undefined; signal?: AbortSignal | undefined },
): Promise<StoredPicture[]> {
  const { log, movePicture, signal } = options
  const drawn: StoredPicture[] = []
  const waiting = products.flatMap((product) => picturesOf(product))
  const total = waiting.length
  await Promise.all(products.map(({ product_id }) => mkdir(join(folder, 'products', product_id), { recursive: true })))
  let done = 0
  let nextToLog = PROGRESS_STEP
  const drawer = async () => {
    for (let picture = waiting.pop(); picture; picture = waiting.pop()) {
      signal?.throwIfAborted()
      const { full, small } = await drawPicture(picture.scene)
      const path = join(folder, 'products', picture.name)
      await Promise.all([writeFile(path, full), writeFile(`${path}.w320`, small)])
      for (const name of [picture.name, `${picture.name}.w320`])
        await movePicture?.(`products/${name}`, join(folder, 'products', name))
      drawn.push(asStored(picture.name, full))
      done++
      if (done / total < nextToLog) continue
      log(`demo marketplace: drew ${done} of ${total} pictures`)
      nextToLog += PROGRESS_STEP
    }
  }
  await Promise.all(Array.from({ length: DRAWN_AT_ONCE }, drawer))
  return drawn
}

function asStored(name: string, bytes: Buffer): StoredPicture {
  return {
    name,
    size: bytes.length,
    content_hash: createHash('sha256').update(bytes).digest('hex'),
    width: PICTURE_SIZE,
  }
}

function picturesOf({ product_id, look, number }: PicturedProduct): { name: string; scene: Scene }[] {
  const others = otherPictureCount(number)
  const names = pictureNames(others)
  return scenesOf(look, number, others).map((scene, index) => ({
    name: `${product_id}/${names[index] ?? ''}`,
    scene,
  }))
}
