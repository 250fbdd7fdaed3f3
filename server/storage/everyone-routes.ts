import type { Db } from '../../db/tables.ts'
import { routesFor } from '../platform/guards.ts'

export const storageEveryoneRoutes = routesFor('everyone', (_app, _deps: { db: Db }) => {})
