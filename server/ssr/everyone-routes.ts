import { routesFor } from '../platform/guards.ts'
import type { PageRenderer } from './page-renderer.ts'

export const pagesEveryoneRoutes = routesFor(
  'everyone',
  (_app, _deps: { renderer: PageRenderer; apiKey: string }) => {},
)
