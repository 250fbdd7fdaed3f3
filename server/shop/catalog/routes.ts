import type { FastifyInstance } from 'fastify'
import { type CatalogAdminDeps, catalogAdminRoutes } from './admin-routes.ts'
import { categoriesAdminRoutes } from './categories/admin-routes.ts'
import { type CatalogRoutesDeps, catalogPublicRoutes } from './public-routes.ts'
import { searchAdminRoutes } from './searches/search-admin-routes.ts'
import { type CatalogSellerDeps, catalogSellerRoutes } from './seller-routes.ts'
import { stockSellerAdminRoutes } from './stock-seller-admin-routes.ts'
import { stockSellerRoutes } from './stock-seller-routes.ts'

export async function catalogRoutes(
  app: FastifyInstance,
  deps: CatalogRoutesDeps & CatalogSellerDeps & CatalogAdminDeps,
): Promise<void> {
  await catalogPublicRoutes(app, deps)
  await catalogSellerRoutes(app, deps)
  await stockSellerRoutes(app, deps)
  await stockSellerAdminRoutes(app, deps)
  await catalogAdminRoutes(app, deps)
  await searchAdminRoutes(app, deps)
  await categoriesAdminRoutes(app, deps)
}
