import { z } from 'zod'
import type { Db } from '../../../../db/tables.ts'
import { COUNTED_SEARCHES_SHOWN, SEARCHES_COUNTED_DAYS } from '../../../../shared/catalog/constants.ts'
import {
  addSynonymSchema,
  searchOverviewSchema,
  synonymSchema,
} from '../../../../shared/catalog/search-admin-schema.ts'
import { type Clock, DAY_SECONDS, secondsBefore } from '../../../platform/config/clock.ts'
import { respondsWith, routesFor } from '../../../platform/http/guards.ts'
import { listSearches, listSynonyms } from './queries.ts'
import { addSynonym, removeSynonym } from './synonyms.ts'

export const searchAdminRoutes = routesFor(['admin'], (app, deps: { db: Db; clock: Clock }) => {
  app.get(
    '/api/admin/search',
    respondsWith(searchOverviewSchema, { summary: 'Recent searches, and synonyms' }),
    async () => {
      const since = secondsBefore(deps.clock(), SEARCHES_COUNTED_DAYS * DAY_SECONDS)
      const wanted = { since, limit: COUNTED_SEARCHES_SHOWN }
      const [without_result, most_searched, synonyms] = await Promise.all([
        listSearches(deps.db, 'without_result', wanted),
        listSearches(deps.db, 'searches', wanted),
        listSynonyms(deps.db),
      ])
      return { without_result, most_searched, synonyms }
    },
  )

  app.post(
    '/api/admin/search/synonyms',
    { schema: { summary: 'Add a synonym', body: addSynonymSchema, response: { 201: synonymSchema } } },
    async (request, reply) => reply.code(201).send(await addSynonym(request, deps, request.body)),
  )

  app.delete(
    '/api/admin/search/synonyms/:synonym_id',
    {
      schema: { summary: 'Remove a synonym', params: z.object({ synonym_id: z.uuid() }), response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeSynonym(request, deps, request.params.synonym_id)
      return reply.code(204).send(null)
    },
  )
})
