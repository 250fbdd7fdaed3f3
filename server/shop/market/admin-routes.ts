import type { Db } from '../../../db/tables.ts'
import { marketSettingsSchema, saveMarketSchema } from '../../../shared/market/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { respondsWith, routesFor } from '../../platform/http/guards.ts'
import { changeMarket, readSettings } from './change-market.ts'

export const marketAdminRoutes = routesFor(['admin'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/admin/market',
    respondsWith(marketSettingsSchema, { summary: 'The settings of the marketplace, as they are edited' }),
    () => readSettings(db),
  )

  app.put(
    '/api/admin/market',
    respondsWith(marketSettingsSchema, { summary: 'Change the settings of the marketplace', body: saveMarketSchema }),
    (request) => changeMarket(db, acting(request, clock), request.body),
  )
})
