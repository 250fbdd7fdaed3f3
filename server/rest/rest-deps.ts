import type { Db } from '../../db/tables.ts'
import type { Clock } from '../config/clock.ts'
import type { Config } from '../config/config.ts'
import type { Storage } from '../storage/storage.ts'

/** The dependencies of the tables' routes. */
export interface RestDeps {
  db: Db
  storage: Storage
  clock: Clock
  config: Pick<Config, 'maxProductsPerSeller' | 'siteUrl'>
}
