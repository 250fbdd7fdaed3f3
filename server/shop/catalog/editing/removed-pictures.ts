import { PRODUCTS_BUCKET } from '../../../programs/storage/constants.ts'
import { lastPicture } from '../../../programs/storage/errors.ts'
import { productOfKey, publicAddress } from '../../../programs/storage/object-name.ts'
import type { PictureOwners } from '../../../programs/storage/owners.ts'
import { pictureUrl } from '../../../programs/storage/store-picture.ts'
import { catalogChanged, productsChange } from '../products/catalog-changes.ts'
import { lockPictured, updatePictures } from './storage-queries.ts'

/** Products as picture owners: when the featured picture is removed, the next one takes its place. */
export const productPictureOwners: PictureOwners = {
  async lock(tx, names) {
    await lockPictured(tx, productsOf(names))
  },

  async forget(tx, names, { mayBeLast }) {
    const removed = new Set(names.map((name) => publicAddress(PRODUCTS_BUCKET, name)))
    const changed: string[] = []
    for (const product of await lockPictured(tx, productsOf(names))) {
      const { product_id } = product
      const shown = picturesOf(product)
      const left = shown.filter(({ address }) => !removed.has(plain(address)))
      if (left.length === shown.length) continue
      if (!left.length && !mayBeLast && product.visibility !== 'deleted') throw lastPicture()
      await updatePictures(tx, product_id, left)
      changed.push(product_id)
    }
    if (changed.length) await catalogChanged(tx, productsChange(changed))
  },

  async replace(tx, { name, ...content }) {
    const address = pictureUrl(name, content)
    for (const product of await lockPictured(tx, productsOf([name]))) {
      const shown = picturesOf(product)
      const picture = shown.find((one) => plain(one.address) === plain(address))
      if (!picture || picture.address === address) continue
      const pictures = shown.map((one) => (one === picture ? { ...picture, address } : one))
      await updatePictures(tx, product.product_id, pictures)
      await catalogChanged(tx, productsChange([product.product_id]))
    }
  },
}

function picturesOf({ featured_image, other_images, picture_texts }: Awaited<ReturnType<typeof lockPictured>>[number]) {
  return [featured_image, ...other_images].map((address, place) => ({ address, text: picture_texts[place] ?? '' }))
}

/** Returns an address without the version. */
function plain(address: string): string {
  return address.split('?', 1)[0] ?? ''
}

function productsOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => productOfKey(name) ?? []))]
}
