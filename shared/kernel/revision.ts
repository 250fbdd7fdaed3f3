import { z } from 'zod'
import { queryInteger } from './text.ts'

/** The revision on which a change is based; a change that is based on an older one is refused. */
export const revision = z.number().int().min(1).max(2_147_483_647)

export const revisionSchema = z.object({ revision })

/** In the address of a request whose body is a file. */
export const revisionQuerySchema = z.object({ revision: queryInteger(999_999_999) })
