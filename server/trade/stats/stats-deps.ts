import type { RawBuilder } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'

export interface StatsDeps {
  db: Db
  clock: Clock
  /** Selects the lines of orders awaiting a bank transfer, of one seller or all; injected by payments. */
  awaited: (sellerId?: string) => RawBuilder<unknown>
  countProducts: () => Promise<number>
}
