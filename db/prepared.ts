import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { isPlanOutdated } from './failures.ts'
import type { Db, Tables, Tx } from './tables.ts'

/** Every connection may hold all of them, in the memory of the database. */
const MAX_STATEMENTS = 60

/** Stands for a parameter until the statement is run. */
class Placeholder {
  readonly parameter: string
  constructor(parameter: string) {
    this.parameter = parameter
  }
}

const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The present text of each statement, by its name here; and the statements by their texts. */
const texts = new Map<string, string>()
const statements = new Map<string, PreparedStatement>()
/** Part of every name and text. A new one makes every connection, also one behind a pooler, prepare anew. */
let edition = ''

/** A statement as connections know it. */
interface PreparedStatement {
  name: string
  commits: boolean
}

/** Returns how a connection keeps this statement prepared; undefined for statements that are not. */
export function preparedStatement(text: string): PreparedStatement | undefined {
  return statements.get(text)
}

/**
 * Returns a function that runs a statement which is compiled once, and prepared once on each connection. `build` gets
 * placeholders for the parameters: it must use them as values only, and not look at them. A statement whose best plan
 * depends on its parameters is not for this: the database may use one plan for all of them. One that `commits` is the last
 * of its transaction: the commit is sent together with it, so that its locks are not kept for a round trip longer.
 */
export function prepared<Params extends object, Row>(
  name: string,
  build: (db: Kysely<Tables>, parameters: Params) => CompiledQuery<Row>,
  { commits = false }: { commits?: boolean } = {},
): (db: Db | Tx, parameters: Params) => Promise<Row[]> {
  if (texts.has(name)) throw new Error(`two statements are named ${name}`)
  if (texts.size === MAX_STATEMENTS) throw new Error(`more than ${MAX_STATEMENTS} prepared statements`)
  const placeholders = new Proxy({}, { get: (_, parameter) => new Placeholder(String(parameter)) })
  const compiled = oncePerParameter(build(compiler, placeholders as Params))
  use(name, compiled.sql, commits)

  async function run(db: Db | Tx, parameters: Params): Promise<Row[]> {
    const values = compiled.parameters.map((value) => {
      if (!(value instanceof Placeholder)) return value
      const given = parameters[value.parameter as keyof Params]
      if (given === undefined) throw new Error(`the statement ${name} needs ${value.parameter}`)
      return given
    })
    const { rows } = await db.executeQuery<Row>({ ...compiled, sql: texts.get(name) ?? '', parameters: values })
    return rows
  }

  return async (db, parameters) => {
    try {
      return await run(db, parameters)
    } catch (error) {
      if (!isPlanOutdated(error)) throw error
      prepareAnew()
      // A transaction has failed with its statement: whoever began it repeats it.
      if (db.isTransaction) throw error
      return run(db, parameters)
    }
  }
}

/**
 * Returns the statement with each parameter numbered once, however often it is used, and with constant numbers in the text:
 * a plan depends on limits.
 */
function oncePerParameter<Row>(compiled: CompiledQuery<Row>): CompiledQuery<Row> {
  const parameters: unknown[] = []
  const numbers = new Map<unknown, number>()
  const text = compiled.sql.replace(/\$(\d+)/g, (_, number) => {
    const value = compiled.parameters[Number(number) - 1]
    if (typeof value === 'number') return String(value)
    const key = value instanceof Placeholder ? value.parameter : Symbol()
    const known = numbers.get(key) ?? parameters.push(value)
    numbers.set(key, known)
    return `$${known}`
  })
  return { ...compiled, sql: text, parameters }
}

function use(name: string, text: string, commits: boolean): void {
  const edited = edition ? `${text} /* ${edition} */` : text
  statements.delete(texts.get(name) ?? '')
  texts.set(name, edited)
  statements.set(edited, { name: `${name}${edition}`, commits })
}

/** After a migration the plans of before may be of no use. */
function prepareAnew(): void {
  const before = edition
  edition = Date.now().toString(36)
  if (edition === before) return
  for (const [name, text] of [...texts]) {
    const { commits = false } = statements.get(text) ?? {}
    use(name, before ? text.slice(0, -` /* ${before} */`.length) : text, commits)
  }
}
