import type { RouteObject } from 'react-router'
import { routes } from './routes.tsx'

const { areaRoutes } = await import('./area-routes.tsx')

/** The whole route table, which only servers and tests need. */
export const allRoutes = routes.map(
  (route) => ({ ...route, children: route.children ?? areaRoutes[route.id ?? ''] }) as RouteObject,
)
