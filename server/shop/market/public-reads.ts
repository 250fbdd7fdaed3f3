import { z } from 'zod'
import { afterChangeSchema } from '../../../shared/catalog/schema.ts'
import { marketSchema } from '../../../shared/market/schema.ts'
import { tagOf } from '../catalog/products/catalog-changes.ts'
import { type PublicRead, publicRead } from '../catalog/public-reads.ts'
import type { ReadMarket } from './market.ts'

/** Returns the read of what every page shows of the marketplace. */
export function marketRead(readMarket: ReadMarket): PublicRead {
  return publicRead({
    path: '/api/market',
    summary: 'The name, the colors and the footer of the marketplace',
    params: z.object({}),
    query: afterChangeSchema,
    result: marketSchema,
    isParsed: true,
    run: async (db, { query }) => ({
      value: await readMarket(db, !query.after_change),
      tags: [tagOf.settings],
    }),
  })
}
