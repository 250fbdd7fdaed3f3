import type { RawBuilder } from 'kysely'

/** A rule that must hold: `query` returns a row, with `what` in words, for each violation. */
export interface Rule {
  name: string
  query: RawBuilder<{ what: string }>
}
