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

/** The current text of each statement by its name, and below the statements by their texts. */
const texts = new Map<string, string>()
const statements = new Map<string, PreparedStatement>()
/** Part of every name and text. A new value makes every connection, even one behind a pooler, prepare anew. */
let edition = ''

/** A statement as connections know it; `commits` when the commit is to be sent with it. */
interface PreparedStatement {
  name: string
  text: string
  commits: boolean
}

/** Appended to statements that are sent with the commit. */
const COMMITS = ' -- and commit'

/** Returns how a connection keeps this statement prepared; undefined for statements that are not. */
export function preparedStatement(text: string): PreparedStatement | undefined {
  return statements.get(text)
}

/**
 * Returns a function that runs a statement which is compiled once, and prepared once on each connection. `build` gets
 * placeholders for the parameters: it must use them as values only, and not read them. Unsuitable for a statement whose best
 * plan depends on its parameters, as the database may use one plan for all of them. With `commits` it is the last statement
 * of its transaction: the commit is sent with it, so that its locks are not held for another round trip.
 */
export function prepared<Params extends object, Row>(
  name: string,
  build: (db: Kysely<Tables>, parameters: Params) => CompiledQuery<Row>,
): (db: Db | Tx, parameters: Params, options?: { commits: boolean }) => Promise<Row[]> {
  if (texts.has(name)) throw new Error(`two statements are named ${name}`)
  if (texts.size === MAX_STATEMENTS) throw new Error(`more than ${MAX_STATEMENTS} prepared statements`)
  const placeholders = new Proxy({}, { get: (_, parameter) => new Placeholder(String(parameter)) })
  const compiled = oncePerParameter(build(compiler, placeholders as Params))
  use(name, compiled.sql)

  async function run(db: Db | Tx, parameters: Params, commits: boolean): Promise<Row[]> {
    const values = compiled.parameters.map((value) => {
      if (!(value instanceof Placeholder)) return value
      const parameter = parameters[value.parameter as keyof Params]
      if (parameter === undefined) throw new Error(`the statement ${name} needs ${value.parameter}`)
      return parameter
    })
    const text = `${texts.get(name) ?? ''}${commits ? COMMITS : ''}`
    const { rows } = await db.executeQuery<Row>({ ...compiled, sql: text, parameters: values })
    return rows
  }

  return async (db, parameters, { commits } = { commits: false }) => {
    try {
      return await run(db, parameters, commits)
    } catch (error) {
      if (!isPlanOutdated(error)) throw error
      prepareAnew()
      // The statement's failure has aborted its transaction, which only the caller can retry.
      if (db.isTransaction) throw error
      return run(db, parameters, commits)
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

function use(name: string, text: string): void {
  const edited = edition ? `${text} /* ${edition} */` : text
  const before = texts.get(name)
  texts.set(name, edited)
  for (const end of ['', COMMITS]) {
    statements.delete(`${before}${end}`)
    statements.set(`${edited}${end}`, { name: `${name}${edition}`, text: edited, commits: end === COMMITS })
  }
}

/** Plans from before a migration may be invalid. */
function prepareAnew(): void {
  const before = edition
  edition = Date.now().toString(36)
  if (edition === before) return
  for (const [name, text] of [...texts]) use(name, before ? text.slice(0, -` /* ${before} */`.length) : text)
}
