import { z } from 'zod'
import type { Db } from '../../../../db/tables.ts'
import {
  type AdminCategories,
  addCategorySchema,
  adminCategoriesSchema,
  categorySlugSchema,
  mergeCategorySchema,
  orderCategoriesSchema,
  saveCategorySchema,
} from '../../../../shared/categories/schema.ts'
import { pictureQuerySchema as querystring } from '../../../../shared/kernel/revision.ts'
import { acting } from '../../../people/audit/acting.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import { type App, adminRoutesFor, respondsWith } from '../../../platform/http/guards.ts'
import { acceptPictures, withPicture } from '../../../programs/storage/picture-bodies.ts'
import type { Storage } from '../../../programs/storage/storage.ts'
import { withMarketPicture } from '../../../programs/storage/store-picture.ts'
import type { Totals } from '../products/totals.ts'
import * as editing from './edit-categories.ts'
import { categoryError } from './errors.ts'
import { listCategories } from './queries.ts'

interface CategoryAdminDeps extends editing.RoomCheck {
  db: Db
  clock: Clock
  storage: Storage
  totals: Pick<Totals, 'byCategory'>
  /** Returns when this process knows the current categories. */
  readMarket: (db: Db) => Promise<unknown>
}

const params = z.object({ slug: categorySlugSchema })

/** The categories of the marketplace. Changes return the whole list, as one may change others. */
export const categoriesAdminRoutes = adminRoutesFor(
  'content',
  (app, { readMarket, totals, ...deps }: CategoryAdminDeps) => {
    const list = async (): Promise<AdminCategories> => {
      await readMarket(deps.db)
      const [categories, counts] = await Promise.all([listCategories(deps.db), totals.byCategory(deps.db)])
      const products = new Map(counts.map(({ category, count }) => [category, count]))
      return { categories: categories.map((one) => ({ ...one, products: products.get(one.name) ?? 0 })) }
    }
    listRoutes(app, deps, list)
    categoryRoutes(app, deps, list)
    pictureRoutes(app, deps, list)
  },
)

type Deps = Pick<CategoryAdminDeps, 'db' | 'clock' | 'storage' | 'requireRoom'>
type List = () => Promise<AdminCategories>

function listRoutes(app: App, { clock, ...deps }: Deps, list: List): void {
  app.get(
    '/api/admin/categories',
    respondsWith(adminCategoriesSchema, { summary: 'The categories of the marketplace' }),
    list,
  )

  app.post(
    '/api/admin/categories',
    { schema: { summary: 'Add a category', body: addCategorySchema, response: { 201: adminCategoriesSchema } } },
    async (request, reply) => {
      await editing.addCategory(deps, acting(request, clock), request.body)
      return reply.code(201).send(await list())
    },
  )

  app.put(
    '/api/admin/category-order',
    respondsWith(adminCategoriesSchema, { summary: 'Order the categories', body: orderCategoriesSchema }),
    async (request) => {
      await editing.orderCategories(deps.db, acting(request, clock), request.body)
      return list()
    },
  )
}

function categoryRoutes(app: App, { clock, ...deps }: Deps, list: List): void {
  app.put(
    '/api/admin/categories/:slug',
    respondsWith(adminCategoriesSchema, { summary: 'Change a category', params, body: saveCategorySchema }),
    async (request) => {
      await editing.saveCategory(deps, acting(request, clock), request.params.slug, request.body)
      return list()
    },
  )

  app.post(
    '/api/admin/categories/:slug/merge',
    respondsWith(adminCategoriesSchema, {
      summary: 'Merge a category into another and remove it',
      params,
      body: mergeCategorySchema,
    }),
    async (request) => {
      await editing.mergeCategory(deps, acting(request, clock), { ...request.params, ...request.body })
      return list()
    },
  )
}

function pictureRoutes(app: App, { db, clock, storage }: Deps, list: List): void {
  acceptPictures(app)
  app.put(
    '/api/admin/categories/:slug/picture',
    respondsWith(adminCategoriesSchema, {
      summary: 'Change the picture of a category; the body is the file',
      params,
      querystring,
    }),
    async (request) => {
      await withPicture(request, categoryError, (source) =>
        withMarketPicture(storage, { source, kind: 'category' }, (staged) =>
          editing.setPicture({ db, storage }, acting(request, clock), { ...request.params, ...request.query }, staged),
        ),
      )
      return list()
    },
  )

  app.delete(
    '/api/admin/categories/:slug/picture',
    respondsWith(adminCategoriesSchema, { summary: 'Remove the picture of a category', params, querystring }),
    async (request) => {
      const changed = { ...request.params, ...request.query }
      await editing.setPicture({ db, storage }, acting(request, clock), changed, undefined)
      return list()
    },
  )
}
