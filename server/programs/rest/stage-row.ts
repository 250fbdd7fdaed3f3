import type { z } from 'zod'
import { MAX_OTHER_IMAGES } from '../../../shared/catalog/constants.ts'
import { type ProductForm, stageProduct } from '../../shop/catalog/editing/read-product-form.ts'
import type { Storage } from '../storage/storage.ts'
import { tooManyNewPictures } from './errors.ts'

interface PicturedRow {
  featured_image: string
  other_images: readonly string[]
}

const DATA_URL = /^data:[a-z]+\/[a-z0-9.+-]{1,50};base64,/i

/** Returns a row as a product form with `data:` pictures staged; no address is fetched. Throws AppError 4xx. */
export function stageRow<Schema extends z.ZodType<{ images: string[] }>>(
  { featured_image, other_images, ...fields }: PicturedRow & object,
  schema: Schema,
  storage: Storage,
): Promise<ProductForm<z.infer<Schema>>> {
  const pictures = new Map<string, Buffer>()
  const images = [featured_image, ...other_images].map((picture, position) => {
    const [head] = DATA_URL.exec(picture) ?? []
    if (head === undefined) return picture
    const name = `picture_${position}`
    pictures.set(name, Buffer.from(picture.slice(head.length), 'base64'))
    return name
  })
  return stageProduct({ ...fields, images }, pictures, schema, storage)
}

/** The pictures of one product and the form: decoding them is the costliest work a request can cause. */
const MAX_NEW_PICTURES = 1 + MAX_OTHER_IMAGES

/** Returns rows as product forms, or none; throws as `stageRow`, and AppError 413 for too many new pictures. */
export async function stageRows<Schema extends z.ZodType<{ images: string[] }>>(
  rows: readonly (PicturedRow & object)[],
  schema: Schema,
  storage: Storage,
): Promise<ProductForm<z.infer<Schema>>[]> {
  const pictures = rows.flatMap(({ featured_image, other_images }) => [featured_image, ...other_images])
  if (pictures.filter((picture) => DATA_URL.test(picture)).length > MAX_NEW_PICTURES)
    throw tooManyNewPictures(MAX_NEW_PICTURES)
  const forms: ProductForm<z.infer<Schema>>[] = []
  try {
    for (const row of rows) forms.push(await stageRow(row, schema, storage))
    return forms
  } catch (error) {
    await storage.discard(forms.flatMap(({ files }) => Array.from(files.values(), ({ blob }) => blob)))
    throw error
  }
}
