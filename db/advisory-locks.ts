/** The keys of PostgreSQL's advisory locks. They are arbitrary, but the same in all our processes. */
export const advisoryLocks = {
  /** Held while migrations are applied. */
  migration: 7_465_001,
  /** Held while the demo marketplace or a backup fills the database: only one of them may. */
  filling: 7_465_002,
  /** Held until the end of the transaction that counts listings; the functions of the database use the number. */
  counting: 7_465_003,
  /** Shared by the transactions that write words of products, exclusive while unused words are removed; as above. */
  wording: 7_465_005,
  /** Held until the end of the transaction that counts words; as above. */
  countingWords: 7_465_006,
  /** Held until the end of the transaction that adds up figures; as above. */
  addingUp: 7_465_007,
  /** Shared by the servers that use an embedded database; the one that gets it exclusively may stop the database. */
  members: 7_238_001,
} as const
