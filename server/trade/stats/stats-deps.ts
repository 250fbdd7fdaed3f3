import type { RawBuilder } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'

export interface StatsDeps {
  db: Db
  clock: Clock
  /** A query for what is in orders whose bank transfer is awaited, of one seller or all, which another module has. */
  awaited: (sellerId?: string) => RawBuilder<unknown>
  /** Returns how many products the shop has. */
  countProducts: () => Promise<number>
}
