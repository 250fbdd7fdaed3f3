import { drawPng, wellFilled } from '../../tests/support/product-form.ts'
import type { Client } from './client.ts'
import { signUp } from './shoppers.ts'

/** Creates three products with pictures as a seller; returns their ids. */
export async function createProducts(client: Client, origin: string, apiKey?: string): Promise<string[]> {
  const seller = await signUp(client, 'seller', apiKey)
  const picture = new Blob([Uint8Array.from(await drawPng('#c84'))], { type: 'image/png' })
  const createOne = async () => {
    const form = new FormData()
    form.set('product', JSON.stringify(wellFilled))
    form.set('featured', picture, 'featured.png')
    const request = { method: 'POST', headers: seller.headers, body: form }
    const response = await fetch(`${origin}/api/seller/products`, request)
    return ((await response.json()) as { product_id: string }).product_id
  }
  return [await createOne(), await createOne(), await createOne()]
}
