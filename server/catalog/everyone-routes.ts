import type { Db } from '../../db/tables.ts'
import { routesFor } from '../platform/guards.ts'

export const catalogEveryoneRoutes = routesFor('everyone', (_app, _deps: { db: Db }) => {})
