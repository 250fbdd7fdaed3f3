import { PRODUCT_FIELD } from '../../shared/seller/constants.ts'

interface Pictured {
  featured_image: string
  other_images: readonly string[]
}

const DATA_URL = /^data:[a-z]+\/[a-z0-9.+-]{1,50};base64,/i

/**
 * What the seller's form sends for a row: the text as JSON, and as a file each picture that is written out in the row as
 * a `data:` address. Other addresses stand for pictures the product has; none is ever fetched.
 */
export function productForm<Row extends Pictured>({ featured_image, other_images, ...facts }: Row): FormData {
  const form = new FormData()
  const images = [featured_image, ...other_images].map((picture, position) => {
    const [head] = DATA_URL.exec(picture) ?? []
    if (head === undefined) return picture
    const name = `picture_${position}`
    form.append(name, new Blob([Buffer.from(picture.slice(head.length), 'base64')]), name)
    return name
  })
  form.append(PRODUCT_FIELD, JSON.stringify({ ...facts, images }))
  return form
}
