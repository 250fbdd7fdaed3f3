import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../../../db/connect.ts'
import type { Db } from '../../../../db/tables.ts'
import { COUNTED_SEARCHES_SHOWN, MAX_SYNONYMS, SEARCHES_COUNTED_DAYS } from '../../../../shared/catalog/constants.ts'
import { synonymErrors } from '../../../../shared/catalog/errors.ts'
import {
  type AddSynonym,
  addSynonymSchema,
  type Synonym,
  searchOverviewSchema,
  synonymSchema,
} from '../../../../shared/catalog/search-admin-schema.ts'
import { acting } from '../../../people/audit/acting.ts'
import { type Acting, insertActions } from '../../../people/audit/queries.ts'
import { type Clock, DAY_SECONDS, secondsBefore } from '../../../platform/config/clock.ts'
import { EVERYTHING } from '../../../platform/data/cache.ts'
import { errorsOf } from '../../../platform/http/errors.ts'
import { adminRoutesFor, respondsWith } from '../../../platform/http/guards.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { deleteSynonym, insertSynonym, listSearches, listSynonyms, readForSynonym } from './queries.ts'

export const searchAdminRoutes = adminRoutesFor('search', (app, deps: Deps) => {
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
    { schema: { summary: 'Remove a synonym', params: z.object({ synonym_id: z.uuid() }) } },
    async (request, reply) => {
      await removeSynonym(request, deps, request.params.synonym_id)
      return reply.code(204).send(null)
    },
  )
})

interface Deps {
  db: Db
  clock: Clock
}

const MAX_TARGET = 36

const synonymError = errorsOf(synonymErrors)

/** Adds a synonym for an admin; searches use it at once. Throws AppError 400 or 409. */
function addSynonym(request: FastifyRequest, { db, clock }: Deps, requested: AddSynonym): Promise<Synonym> {
  return inTransaction(db, async (tx) => {
    const { synonyms, words_text, synonym_text, exists } = await readForSynonym(tx, requested)
    if (words_text === '' || synonym_text === '') throw synonymError('no_words')
    if (words_text === synonym_text) throw synonymError('same_words')
    if (exists) throw synonymError('synonym_exists')
    if (synonyms >= MAX_SYNONYMS) throw synonymError('too_many_synonyms')
    const by = acting(request, clock)
    const added = await insertSynonym(tx, requested, by.now)
    await record(tx, by, 'add_synonym', added)
    return added
  })
}

/** Removes a synonym for an admin. Throws AppError 404. */
function removeSynonym(request: FastifyRequest, { db, clock }: Deps, synonymId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const removed = await deleteSynonym(tx, synonymId)
    if (!removed) throw synonymError('synonym_not_found')
    await record(tx, acting(request, clock), 'remove_synonym', removed)
  })
}

async function record(
  tx: Parameters<typeof insertActions>[0],
  by: Acting,
  action: 'add_synonym' | 'remove_synonym',
  { words, synonym }: Synonym,
): Promise<void> {
  const [from, to] = action === 'add_synonym' ? [null, synonym] : [synonym, null]
  await insertActions(tx, by, action, [{ target: words.slice(0, MAX_TARGET).toWellFormed(), from, to }])
  // Cached search results may lack its matches.
  await catalogChanged(tx, [EVERYTHING])
}
