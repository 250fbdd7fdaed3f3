import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Replicas } from '../../../db/replicas.ts'
import type { Db } from '../../../db/tables.ts'
import { ALL_CATEGORIES_SLUG, categories, categoryPath } from '../../../shared/catalog/categories.ts'
import { sellerPath } from '../../../shared/catalog/handles.ts'
import { basePathOf } from '../../../shared/kernel/languages.ts'
import { sitePagePath } from '../../../shared/site-pages/constants.ts'
import type { Config } from '../../platform/config/config.ts'
import { requestError } from '../../platform/http/errors.ts'
import { routesFor } from '../../platform/http/guards.ts'
import type { CatalogChanges } from '../../shop/catalog/products/catalog-changes.ts'
import { listProductsNumbered, readLastProductNumber } from '../../shop/catalog/products/row-queries.ts'
import { listSellersNumbered, readLastPageNumber } from '../../shop/catalog/products/seller-page-queries.ts'
import { listShown } from '../../shop/site-pages/queries.ts'

/** Product numbers per file: each file is one range of the primary key, whatever the number of products. */
const NUMBERS_PER_FILE = 5_000
const MAX_AGE_MS = 60_000
/** About 1.5 MB. */
const MAX_FILES_CACHED = 4
const CACHE_CONTROL = 'public, max-age=3600'

const KINDS = ['products', 'sellers'] as const
type Kind = (typeof KINDS)[number]

const PROGRAMS = ['/api/', '/auth/', '/rest/']
/** Pages that show one user's data, or text from the address. */
const NOT_FOR_ROBOTS = [
  ...['/admin', '/authentication', '/cart', '/checkout', '/dashboard', '/notifications'],
  ...['/order-confirmation/', '/order-receipt/', '/order-tracking', '/sandbox/', '/search', '/seller', '/verify'],
  ...['/invitation', '/setup', '/wish-list'],
]

interface SitemapDeps {
  config: Config
  replicas: Replicas
  changes: CatalogChanges
  readMarket: (db: Db) => Promise<unknown>
}

/** `/robots.txt`, and `/sitemap.xml` with the files it names: pages of the first language, which name those of the others. */
export const sitemapPublicRoutes = routesFor(
  'public',
  (app, { config, replicas, changes, readMarket }: SitemapDeps) => {
    const { siteUrl, languages } = config
    const basePaths = languages.map((language) => basePathOf(language, languages))
    const files = changes.createCache<string>({ name: 'sitemap', maxEntries: MAX_FILES_CACHED, maxAgeMs: MAX_AGE_MS })

    app.get('/robots.txt', (_request, reply) => {
      const pages = basePaths.flatMap((base) => NOT_FOR_ROBOTS.map((path) => base + path))
      const rules = [...PROGRAMS, ...pages].map((path) => `Disallow: ${path}`)
      const lines = ['User-agent: *', ...rules, '', `Sitemap: ${siteUrl}/sitemap.xml`, '']
      return reply.header('cache-control', CACHE_CONTROL).type('text/plain; charset=utf-8').send(lines.join('\n'))
    })

    app.get('/sitemap.xml', async (_request, reply) =>
      sendXml(reply, await files.get('index', async () => sitemapIndex(siteUrl, await replicas.read(lastNumbers)))),
    )

    const readPages = async (db: Db) => {
      await readMarket(db)
      return listShown(db)
    }
    app.get('/sitemaps/pages.xml', async (_request, reply) =>
      sendXml(reply, await files.get('pages', async () => pagesFile(siteUrl, await replicas.read(readPages)))),
    )

    const schema = { params: z.object({ number: z.string().regex(/^[1-9]\d{0,6}$/) }) }
    for (const kind of KINDS) {
      app.get(`/sitemaps/${kind}-:number.xml`, { schema }, async (request, reply) => {
        const { number } = request.params
        const load = () => replicas.read((db) => fileOf(db, siteUrl, kind, Number(number)))
        return sendXml(reply, await files.get(`${kind}-${number}`, load))
      })
    }
  },
)

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  return reply.header('cache-control', CACHE_CONTROL).type('application/xml; charset=utf-8').send(xml)
}

function pagesFile(siteUrl: string, written: Awaited<ReturnType<typeof listShown>>): string {
  const paths = ['/', ...[ALL_CATEGORIES_SLUG, ...categories().shown.map(({ name }) => name)].map(categoryPath)]
  return urlSet([
    ...paths.map((path) => ({ address: siteUrl + path })),
    ...written.map(({ slug, published_at }) => ({ address: siteUrl + sitePagePath(slug), changed: published_at })),
  ])
}

async function lastNumbers(db: Db): Promise<Record<Kind, number>> {
  const [products, sellers] = await Promise.all([readLastProductNumber(db), readLastPageNumber(db)])
  return { products, sellers }
}

async function fileOf(db: Db, siteUrl: string, kind: Kind, number: number): Promise<string> {
  if (number > fileCount((await lastNumbers(db))[kind]))
    throw requestError('not_found', undefined, { message: 'There is no such file.' })
  const first = (number - 1) * NUMBERS_PER_FILE + 1
  const last = first + NUMBERS_PER_FILE - 1
  const entries =
    kind === 'products'
      ? (await listProductsNumbered(db, first, last)).map((row) => ({ ...row, path: `/product/${row.product_id}` }))
      : (await listSellersNumbered(db, first, last)).map((row) => ({ ...row, path: sellerPath(row.handle) }))
  return urlSet(entries.map(({ path, updated_at }) => ({ address: siteUrl + path, changed: updated_at.toISOString() })))
}

function fileCount(lastNumber: number): number {
  return Math.ceil(lastNumber / NUMBERS_PER_FILE)
}

function sitemapIndex(siteUrl: string, last: Record<Kind, number>): string {
  const names = KINDS.flatMap((kind) =>
    Array.from({ length: fileCount(last[kind]) }, (_, index) => `${kind}-${index + 1}.xml`),
  )
  const entries = ['pages.xml', ...names].map(
    (name) => `<sitemap><loc>${escapeXml(siteUrl)}/sitemaps/${name}</loc></sitemap>`,
  )
  return `${XML}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function urlSet(entries: { address: string; changed?: string }[]): string {
  const lines = entries.map(({ address, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
    return `<url><loc>${escapeXml(address)}</loc>${lastmod}</url>`
  })
  return `${XML}<urlset xmlns="${NAMESPACE}">\n${lines.join('\n')}\n</urlset>\n`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
