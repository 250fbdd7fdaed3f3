import type { z } from 'zod'
import { type ProductForm, stageProduct } from '../catalog/read-product-form.ts'
import type { Storage } from '../storage/storage.ts'

interface PicturedRow {
  featured_image: string
  other_images: readonly string[]
}

const DATA_URL = /^data:[a-z]+\/[a-z0-9.+-]{1,50};base64,/i

/**
 * Returns a row as a product form: pictures given as `data:` addresses are decoded, rewritten and staged. Other addresses
 * name pictures the product has; none is ever fetched. Throws AppError 400, 413 or 415.
 */
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

/** Returns several rows as product forms, or none: nothing stays staged when one is refused. Throws the same. */
export async function stageRows<Schema extends z.ZodType<{ images: string[] }>>(
  rows: readonly (PicturedRow & object)[],
  schema: Schema,
  storage: Storage,
): Promise<ProductForm<z.infer<Schema>>[]> {
  const forms: ProductForm<z.infer<Schema>>[] = []
  try {
    for (const row of rows) forms.push(await stageRow(row, schema, storage))
    return forms
  } catch (error) {
    await storage.discard(forms.flatMap(({ files }) => Array.from(files.values(), ({ blob }) => blob)))
    throw error
  }
}
