import { z } from 'zod'

/** The revision on which a change is based; a change that is based on an older one is refused. */
export const revision = z.number().int().min(1).max(2_147_483_647)

export const revisionSchema = z.object({ revision })
