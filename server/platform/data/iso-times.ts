type IsoTimes<Row> = {
  [Column in keyof Row]: Date extends Row[Column] ? Exclude<Row[Column], Date> | string : Row[Column]
}

/** Returns a row with its times as ISO texts. */
export function withIsoTimes<Row extends object>(row: Row): IsoTimes<Row> {
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(columns) as IsoTimes<Row>
}
