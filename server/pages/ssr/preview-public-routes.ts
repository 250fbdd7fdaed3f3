import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { isCategoryTerm } from '../../../shared/catalog/categories.ts'
import type { ProductList } from '../../../shared/catalog/schema.ts'
import { handleParamSchema, type Seller } from '../../../shared/catalog/seller-schema.ts'
import { ICON_SIZES } from '../../../shared/market/icon.ts'
import type { Market } from '../../../shared/market/schema.ts'
import { addressNotFound, busy } from '../../platform/http/errors.ts'
import { type App, routesFor } from '../../platform/http/guards.ts'
import { createSlots } from '../../platform/load/slots.ts'
import { imageLibrary } from '../../programs/storage/image-library.ts'
import type { CatalogChanges } from '../../shop/catalog/products/catalog-changes.ts'
import { drawPreview } from './draw-preview.ts'
import type { FetchApi } from './pages.ts'

/** About 5 MB. */
const MAX_PREVIEWS = 60
const MAX_AGE_MS = 3_600_000
const CACHE_CONTROL = 'public, max-age=3600'
/** Drawn one at a time: programs request them, so no user waits. */
const SLOTS = { atOnce: 1, maxWaiting: 20, queueTimeoutMs: 10_000 }
const PICTURES = 4
const PICTURE_WIDTH = 640

interface PreviewDeps {
  fetchApi: FetchApi
  changes: CatalogChanges
  config: { siteUrl: string }
}

/** The pictures of the home page, of categories and of sellers in link previews: drawn on demand and cached. */
export const previewsPublicRoutes = routesFor('public', (app, { fetchApi, changes, config }: PreviewDeps) => {
  const previews = changes.createCache<Buffer>({ name: 'previews', maxEntries: MAX_PREVIEWS, maxAgeMs: MAX_AGE_MS })
  const slots = createSlots(SLOTS)

  async function send(reply: FastifyReply, list: string, portrait?: string): Promise<FastifyReply> {
    const body = await previews.get(`${list} ${portrait}`, () => slots.run(() => draw(list, portrait)))
    return reply.header('cache-control', CACHE_CONTROL).type('image/jpeg').send(body)
  }

  async function draw(list: string, portrait: string | undefined): Promise<Buffer> {
    const { products } = await read<ProductList>(fetchApi, list)
    const addresses = products.slice(0, PICTURES).map(({ featured_image }) => featured_image)
    const pictures = await Promise.all(addresses.map((address) => fetchPicture(app, withWidth(address))))
    const path = portrait?.startsWith(`${config.siteUrl}/`) ? portrait.slice(config.siteUrl.length) : portrait
    const face = path ? await fetchPicture(app, path) : undefined
    const { icon: address } = await read<Market>(fetchApi, '/api/market')
    const icon = address ? await fetchPicture(app, address) : undefined
    return drawPreview({ pictures: pictures.filter((picture) => picture !== undefined), portrait: face, icon })
  }

  const file = { compress: false, config: { isFile: true } } as const
  app.get('/previews/home.jpg', file, (_request, reply) => send(reply, '/api/products/just-for-you'))

  const icon = { params: z.object({ size: z.enum(ICON_SIZES.map(String)) }) }
  app.get('/previews/icon-:size.png', { ...file, schema: icon }, async (request, reply) => {
    const address = (await read<Market>(fetchApi, '/api/market')).icon
    if (!address) throw addressNotFound()
    const size = Number(request.params.size)
    const body = await previews.get(`${address} ${size}`, () => slots.run(() => drawIcon(address, size)))
    return reply.header('cache-control', CACHE_CONTROL).type('image/png').send(body)
  })

  async function drawIcon(address: string, size: number): Promise<Buffer> {
    const picture = await fetchPicture(app, address)
    if (!picture) throw addressNotFound()
    return (await imageLibrary())(picture).resize(size, size).png().toBuffer()
  }

  const category = { params: z.object({ category: z.string().max(100) }) }
  app.get('/previews/category/:category.jpg', { ...file, schema: category }, (request, reply) => {
    const { category } = request.params
    if (!isCategoryTerm(category)) throw addressNotFound()
    return send(reply, `/api/categories/${encodeURIComponent(category)}/products`)
  })

  const seller = { params: z.object({ handle: handleParamSchema }) }
  app.get('/previews/shop/:handle.jpg', { ...file, schema: seller }, async (request, reply) => {
    const path = `/api/sellers/${request.params.handle}`
    const { picture } = await read<Seller>(fetchApi, path)
    return send(reply, `${path}/products`, picture)
  })
})

async function read<Body>(fetchApi: FetchApi, path: string): Promise<Body> {
  const { status, body } = await fetchApi(path)
  if (status >= 500) throw busy()
  if (status >= 400) throw addressNotFound()
  return body as Body
}

async function fetchPicture(app: App, url: string): Promise<Buffer | undefined> {
  if (!url.startsWith('/')) return undefined
  const { statusCode, headers, rawPayload } = await app.inject({ url })
  // A preview without its pictures would be cached.
  if (statusCode >= 500) throw busy()
  return statusCode === 200 && String(headers['content-type']).startsWith('image/') ? rawPayload : undefined
}

function withWidth(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}width=${PICTURE_WIDTH}`
}
