import { z } from 'zod'
import { trimmedText } from '../kernel/text.ts'
import { MAX_SYNONYM_LENGTH } from './constants.ts'

const words = trimmedText(MAX_SYNONYM_LENGTH).pipe(z.string().min(1))

export const addSynonymSchema = z.object({
  /** The searched word or phrase. */
  words,
  synonym: words,
  /** True if the synonym does not find the words. */
  is_one_way: z.boolean(),
})
export type AddSynonym = z.infer<typeof addSynonymSchema>

export const synonymSchema = z.object({
  synonym_id: z.uuid(),
  words: z.string(),
  synonym: z.string(),
  is_one_way: z.boolean(),
})
export type Synonym = z.infer<typeof synonymSchema>

const countedSchema = z.object({ text: z.string(), searches: z.number().int() })
export type CountedSearch = z.infer<typeof countedSchema>

/** Searches of the last 30 days, and the synonyms. */
export const searchOverviewSchema = z.object({
  /** Texts without results, most searched first. */
  without_result: z.array(countedSchema),
  most_searched: z.array(countedSchema),
  synonyms: z.array(synonymSchema),
})
export type SearchOverview = z.infer<typeof searchOverviewSchema>
