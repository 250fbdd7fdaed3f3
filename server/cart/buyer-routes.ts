import type { Db } from '../../db/tables.ts'
import { routesFor } from '../platform/guards.ts'

export const cartBuyerRoutes = routesFor(['buyer'], (_app, _deps: { db: Db }) => {})
