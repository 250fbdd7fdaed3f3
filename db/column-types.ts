import type { ColumnType } from 'kysely'

/** Exact decimals: read as text (`'12.50'`), written as text or number. */
export type Money = ColumnType<string, string | number, string | number>
/** bigint columns; every number we keep stays below 2^53. */
export type BigInteger = ColumnType<number, number, number>
export type CreatedAt = ColumnType<Date, Date | undefined, never>
