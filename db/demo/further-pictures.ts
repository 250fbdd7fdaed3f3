import { advisoryLocks } from '../advisory-locks.ts'
import { inTransaction } from '../connect.ts'
import type { Db, Tx } from '../tables.ts'
import { type DrawOptions, drawPictures, type PicturedProduct, pictureUrls } from './pictures.ts'
import { shelvedProducts } from './products/shelves.ts'
import * as queries from './undrawn-queries.ts'

export interface FurtherPictureOptions extends DrawOptions {
  picturesDir: string
  /** Becomes the time of the products' last change. */
  now: Date
  /** Runs in each transaction that gives a product its further pictures. */
  changed?: (tx: Tx) => Promise<void>
}

/**
 * Draws the pictures besides the featured one of all demo products that have none yet, one product after the other: each is
 * complete at once or not changed. Does nothing while another process is drawing. Interrupted by the signal, it throws
 * the reason; the next call goes on.
 */
export async function drawFurtherPictures(db: Db, options: FurtherPictureOptions): Promise<void> {
  await queries.unlessLocked(db, advisoryLocks.drawing, async (session) => {
    const undrawn = new Set(await queries.findUndrawn(session))
    const products = shelvedProducts.filter(({ number }) => undrawn.has(number))
    for (const product of products) await drawFurther(session, product, options)
    if (products.length) options.log('demo marketplace: all pictures are drawn')
  })
}

/** The files are recorded as unused until their rows are inserted: after a crash they are removed like any of those. */
async function drawFurther(session: Db, product: PicturedProduct, options: FurtherPictureOptions): Promise<void> {
  const { now, picturesDir, changed } = options
  options.signal?.throwIfAborted()
  const [, ...urls] = pictureUrls(product, options.side)
  const blobs = urls.map((_, index) => `products/${product.product_id}/other_image_${index + 1}`)
  await queries.discardLater(session, blobs)
  const drawn = await drawPictures(picturesDir, [product], { ...options, part: 'further', atOnce: 1, log: () => {} })
  await inTransaction(session, async (tx) => {
    // Meanwhile its seller may have changed it, or it was removed.
    if (!(await queries.addFurtherImages(tx, product.number, { urls, now }))) return
    await queries.claim(tx, blobs)
    await queries.insertPictures(tx, drawn)
    await changed?.(tx)
  })
}
