import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../../../db/connect.ts'
import type { Db } from '../../../../db/tables.ts'
import { MAX_SYNONYMS } from '../../../../shared/catalog/constants.ts'
import { synonymErrors } from '../../../../shared/catalog/errors.ts'
import type { AddSynonym, Synonym } from '../../../../shared/catalog/search-admin-schema.ts'
import { acting } from '../../../people/audit/acting.ts'
import { type Acting, insertActions } from '../../../people/audit/queries.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import { EVERYTHING } from '../../../platform/data/cache.ts'
import { errorsOf } from '../../../platform/http/errors.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { deleteSynonym, insertSynonym, readForSynonym } from './queries.ts'

interface Deps {
  db: Db
  clock: Clock
}

const MAX_TARGET = 36

const synonymError = errorsOf(synonymErrors)

/** Adds a synonym for an admin; searches use it at once. Throws AppError 400 or 409. */
export function addSynonym(request: FastifyRequest, { db, clock }: Deps, requested: AddSynonym): Promise<Synonym> {
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
export function removeSynonym(request: FastifyRequest, { db, clock }: Deps, synonymId: string): Promise<void> {
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
