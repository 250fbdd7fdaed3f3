/**
 * The numbers of PostgreSQL's advisory locks that a whole database, or a server of databases, has one of. Any numbers
 * serve, as long as all our processes use the same ones for the same purpose.
 */
export const advisoryLocks = {
  /** Held while migrations are applied. */
  migration: 7_465_001,
  /** Held while the demo market or a backup fills the database: neither must come upon the other. */
  filling: 7_465_002,
  /** Shared by the servers that use an embedded database; whoever gets it alone may stop the database. */
  members: 7_238_001,
} as const
