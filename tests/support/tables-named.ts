/** A table in SQL: behind `from` (several with commas), `join`, `update`, `into`, `using`, `table`. */
const IN_SQL =
  /\b(?:from|join|update|into|using|table)\s+(?:only\s+|lateral\s+)?((?:[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*)*[a-z_]+)/g
/** A table, or several, as the first argument of a Kysely call; `sql.table` included. */
const IN_KYSELY =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?|table)\(\s*\[?((?:\s*'[a-z_.]+(?: as [a-z_]+)?',?)+)/g
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{},()])\/\/.*$|(?<=\s)--\s.*$/gm

/** Returns those of `tables` that a source names in SQL text or in calls of the query builder, comments left out; a schema before the name counts. */
export function tablesNamedIn(source: string, tables: ReadonlySet<string>): Set<string> {
  const code = source.replaceAll(COMMENTS, '')
  const lists = [IN_SQL, IN_KYSELY].flatMap((form) => Array.from(code.matchAll(form), ([, list = '']) => list))
  const names = lists.flatMap((list) =>
    list.split(',').map(
      (name) =>
        name
          .trim()
          .replace("'", '')
          .split(/[\s'.]/)[0] ?? '',
    ),
  )
  return new Set(names.filter((name) => tables.has(name)))
}
