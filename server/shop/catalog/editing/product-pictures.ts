import type { Tx } from '../../../../db/tables.ts'
import type { SaveProduct, SellerProduct } from '../../../../shared/catalog/schema.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { PRODUCTS_BUCKET } from '../../../programs/storage/constants.ts'
import { pictureStorageFull } from '../../../programs/storage/errors.ts'
import { publicAddress } from '../../../programs/storage/object-name.ts'
import { isOverQuota } from '../../../programs/storage/queries.ts'
import type { StagedBlob, Storage } from '../../../programs/storage/storage.ts'
import { type PictureName, type PictureSource, setProductPictures } from '../../../programs/storage/store-picture.ts'
import { productFormError } from '../products/errors.ts'
import { setPictures } from '../products/seller-queries.ts'

interface PicturedProduct {
  product_id: string
  seller_id: string
  /** Current addresses, the featured one first. */
  present: readonly string[]
}

/**
 * Saves a product's pictures in the transaction of the product. `images` names them in order: files of the form, current
 * addresses, or stored files of the product. Returns the blobs to discard after the commit. Throws AppError 400 for any
 * other name, 409 for a picture that no longer exists, 413 above the seller's quota.
 */
export async function saveProductPictures(
  tx: Tx,
  { maxMibPerAccount }: Pick<Storage, 'maxMibPerAccount'>,
  { present, ...product }: PicturedProduct,
  images: readonly string[],
  files: ReadonlyMap<string, StagedBlob>,
): Promise<string[]> {
  const isSame = images.length === present.length && images.every((image, index) => image === present[index])
  if (isSame) return []
  const [featured_image, ...other_images] = images.map((image): PictureSource => {
    const file = files.get(image)
    if (file) return file
    const name = nameOf(image, product.product_id)
    // Storage clients know the addresses of files that they have uploaded, without a version.
    const isOwn = present.includes(image) || image === publicAddress(PRODUCTS_BUCKET, `${product.product_id}/${name}`)
    if (!name || !isOwn) throw unknownPicture(image)
    return { keep: name }
  })
  if (!featured_image) throw productFormError('featured_image_needed')
  const saved = await setProductPictures(tx, product, { featured_image, other_images })
  if (files.size > 0 && (await isOverQuota(tx, product.seller_id, maxMibPerAccount)))
    throw pictureStorageFull(maxMibPerAccount)
  if (saved.featured_image === undefined) throw new Error('the featured picture has no address')
  await setPictures(tx, product.product_id, [saved.featured_image, ...(saved.other_images ?? [])])
  return saved.discarded
}

/**
 * Saves a product with the files of its form: `work` returns the product and the blobs it replaced. Unused files and
 * replaced blobs are removed afterwards. After an unexpected failure the sweep removes the files: the transaction may
 * have been committed.
 */
export async function withStagedFiles<Saved>(
  storage: Storage,
  { images, files }: { images: readonly string[]; files: ReadonlyMap<string, StagedBlob> },
  work: () => Promise<{ saved: Saved; replaced: string[] }>,
): Promise<Saved> {
  try {
    const { saved, replaced } = await work()
    const unused = Array.from(files).flatMap(([name, { blob }]) => (images.includes(name) ? [] : [blob]))
    await storage.discard([...unused, ...replaced])
    return saved
  } catch (error) {
    if (error instanceof AppError) await storage.discard([...files.values()].map(({ blob }) => blob))
    throw error
  }
}

/** Returns the picture texts to store: those of the form, otherwise the current ones. */
export function pictureTexts(
  { images, picture_texts: sent }: Pick<SaveProduct, 'images' | 'picture_texts'>,
  before?: Pick<SellerProduct, 'featured_image' | 'other_images' | 'picture_texts'>,
): string[] {
  const present = before ? [before.featured_image, ...before.other_images] : []
  const placeBefore = (image: string) => present.findIndex((one) => one === image || one.startsWith(`${image}?`))
  const textBefore = (image: string) => before?.picture_texts?.[placeBefore(image)]
  const texts = images.map((image, place) => (sent ? sent[place] : textBefore(image)) ?? '')
  return texts.some((text) => text !== '') ? texts : []
}

function nameOf(address: string, productId: string): PictureName | undefined {
  const [, folder, name] = /\/([^/]+)\/(featured_image|other_image_[123])(?:\?.*)?$/.exec(address) ?? []
  return folder === productId ? (name as PictureName) : undefined
}

const unknownPicture = (name: string) =>
  productFormError('unknown_picture', undefined, {
    message: `images: ${JSON.stringify(name)} is neither a file of this form nor a picture of the product`,
  })
