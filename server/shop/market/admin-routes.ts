import { z } from 'zod'
import { pictureQuerySchema as querystring } from '../../../shared/kernel/revision.ts'
import { MARKET_PICTURES } from '../../../shared/market/constants.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import {
  marketSettingsSchema,
  openingSchema,
  saveMarketSchema,
  saveRegionSchema,
} from '../../../shared/market/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { adminRoutesFor, callerOf, respondsWith } from '../../platform/http/guards.ts'
import { acceptPictures, withPicture } from '../../programs/storage/picture-bodies.ts'
import type { Storage } from '../../programs/storage/storage.ts'
import {
  changeMarket,
  changePicture,
  changeRegion,
  type RegionDeps,
  readSettings,
  removePicture,
} from './change-market.ts'
import { dismissOpening, type OpeningDeps, readOpening } from './opening.ts'

interface MarketAdminDeps extends OpeningDeps, RegionDeps {
  config: OpeningDeps['config'] & RegionDeps['config']
  clock: Clock
  storage: Storage
}

const pictureParams = z.object({ picture: z.enum(MARKET_PICTURES) })

export const marketAdminRoutes = adminRoutesFor('settings', (app, { clock, storage, ...deps }: MarketAdminDeps) => {
  const { db } = deps
  app.get(
    '/api/admin/market',
    respondsWith(marketSettingsSchema, { summary: 'The settings of the marketplace, as they are edited' }),
    () => readSettings(deps, db),
  )

  app.put(
    '/api/admin/market',
    respondsWith(marketSettingsSchema, { summary: 'Change the settings of the marketplace', body: saveMarketSchema }),
    (request) => changeMarket(deps, acting(request, clock), request.body),
  )

  app.put(
    '/api/admin/market/region',
    respondsWith(marketSettingsSchema, {
      summary: 'Change the currency, the country and the time zone of the marketplace',
      body: saveRegionSchema,
    }),
    (request) => {
      const by = { ...acting(request, clock), rights: callerOf(request).rights }
      return changeRegion(deps, by, request.body, (tx) => readSettings(deps, tx))
    },
  )

  app.get(
    '/api/admin/market/opening',
    respondsWith(openingSchema, { summary: 'What is done before the shop opens' }),
    () => readOpening(deps),
  )

  app.post(
    '/api/admin/market/opening/dismiss',
    { schema: { summary: 'Hide what is open from the dashboard' } },
    async (request, reply) => {
      await dismissOpening(db, acting(request, clock))
      return reply.code(204).send(null)
    },
  )

  acceptPictures(app)
  app.put(
    '/api/admin/market/pictures/:picture',
    { schema: { summary: 'Change the logo or the icon; the body is the file', params: pictureParams, querystring } },
    async (request, reply) => {
      const changed = { ...request.params, ...request.query }
      await withPicture(request, errorsOf(marketErrors), (source) =>
        changePicture({ db, storage }, acting(request, clock), changed, source),
      )
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/admin/market/pictures/:picture',
    { schema: { summary: 'Remove the logo or the icon', params: pictureParams, querystring } },
    async (request, reply) => {
      await removePicture({ db, storage }, acting(request, clock), { ...request.params, ...request.query })
      return reply.code(204).send(null)
    },
  )
})
