import sharp from 'sharp'
import type { CreateProduct, SaveProduct, SellerProduct } from '../../shared/catalog/schema.ts'
import { injectUntilServed } from './api.ts'
import type { TestApp } from './test-app.ts'

/** An account with the headers of its requests. */
interface SignedInAccount {
  headers: { authorization: string }
}

/** A seller's form with valid values in every field. */
export const wellFilled: SaveProduct = {
  product_name: 'Brass Lantern',
  product_price: 24.5,
  product_desc: '<p>Burns all night.</p>',
  product_category: ['Home & Lighting'],
  images: ['featured'],
}

/** A small picture of one color, different for each color. */
export function drawPng(color: string): Promise<Buffer> {
  return sharp({ create: { width: 48, height: 48, channels: 3, background: color } })
    .png()
    .toBuffer()
}

const boundary = 'boundary-of-a-form'
const part = (headers: string, content: string | Buffer) => {
  const head = `--${boundary}\r\ncontent-disposition: form-data; ${headers}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
}
/** The bytes of a form as transferred, for forms that arrive in pieces or malformed. */
export const wire = {
  boundary,
  type: `multipart/form-data; boundary=${boundary}`,
  part,
  file: (name: string, content: Buffer) => part(`name="${name}"; filename="x.png"\r\ncontent-type: image/png`, content),
  end: Buffer.from(`--${boundary}--\r\n`),
}

export interface FormResponse {
  status: number
  body: SellerProduct & { code?: string; message?: string }
}

/** Sends a create (POST) or edit (PUT) form as a browser does. `product` may be text that is not JSON. */
export async function sendProduct(
  { app }: Pick<TestApp, 'app'>,
  method: 'POST' | 'PUT',
  path: string,
  request: { as?: SignedInAccount; product?: unknown; files?: Record<string, Uint8Array> },
): Promise<FormResponse> {
  const form = new FormData()
  const { product } = request
  if (product !== undefined) form.set('product', typeof product === 'string' ? product : JSON.stringify(product))
  for (const [field, bytes] of Object.entries(request.files ?? {}))
    form.set(field, new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), `${field}.png`)
  const encoded = new Response(form)
  const response = await injectUntilServed(app, {
    method,
    url: path,
    headers: { ...request.as?.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: response.statusCode, body: response.json() }
}

/** Creates a seller's product through the API. */
export async function createProduct(
  testApp: Pick<TestApp, 'app'>,
  as: SignedInAccount,
  facts: Partial<CreateProduct> = {},
): Promise<SellerProduct> {
  const files = { featured: await drawPng('#c84') }
  const { status, body } = await sendProduct(testApp, 'POST', '/api/seller/products', {
    as,
    product: { ...wellFilled, ...facts },
    files,
  })
  if (status !== 201) throw new Error(`creating a product answered ${status}: ${JSON.stringify(body)}`)
  return body
}
