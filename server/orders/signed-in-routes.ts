import type { Db } from '../../db/tables.ts'
import { routesFor } from '../platform/guards.ts'

export const ordersSignedInRoutes = routesFor('signed-in', (_app, _deps: { db: Db }) => {})
