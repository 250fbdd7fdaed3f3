import { PRODUCTS_BUCKET } from '../../../programs/storage/constants.ts'
import { lastPicture } from '../../../programs/storage/errors.ts'
import { productOfKey, publicAddress } from '../../../programs/storage/object-name.ts'
import type { PictureOwners } from '../../../programs/storage/owners.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { productsChange } from '../products/catalog-tags.ts'
import { lockPictured, removePictures } from './storage-queries.ts'

/** Products as picture owners: when the featured picture is removed, the next one takes its place. */
export const productPictureOwners: PictureOwners = {
  async lock(tx, names) {
    await lockPictured(tx, productsOf(names))
  },

  async forget(tx, names, { mayBeLast }) {
    const removed = new Set(names.map((name) => publicAddress(PRODUCTS_BUCKET, name)))
    const changed: string[] = []
    for (const product of await lockPictured(tx, productsOf(names))) {
      const { product_id, featured_image, other_images, picture_texts } = product
      const shown = [featured_image, ...other_images].map((address, place) => ({
        address,
        text: picture_texts[place] ?? '',
      }))
      const left = shown.filter(({ address }) => !removed.has(address.split('?', 1)[0] ?? ''))
      if (left.length === shown.length) continue
      if (!left.length && !mayBeLast && product.visibility !== 'deleted') throw lastPicture()
      await removePictures(tx, product_id, left)
      changed.push(product_id)
    }
    if (changed.length) await catalogChanged(tx, productsChange(changed))
  },
}

function productsOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => productOfKey(name) ?? []))]
}
