import { z } from 'zod'
import type { JsonSchema } from './from-schema.ts'
import type { FuzzRequest } from './requests.ts'
import type { ApiDocument, FuzzRoute } from './routes.ts'
import type { FuzzResponse } from './send.ts'

/** Texts that reveal internals of the server. */
const LEAKS = [
  /\n\s+at \S+.*:\d+:\d+/,
  /node_modules|node:internal/,
  /\.ts:\d+/,
  /syntax error at|invalid input syntax|invalid byte sequence|out of range for type|unsupported Unicode/,
  /violates (check|unique|foreign key|not-null|exclusion)/,
  /(select|insert into|update|delete from) "[a-z_]+"/,
  /(relation|column) "[a-z_]+"/,
  /ECONN|ENOENT|EACCES|EISDIR|ENAMETOOLONG/,
  /Cannot read propert|is not a function|is not iterable|undefined \(reading/,
  /kysely|fastify|FST_|ZodError/i,
]

type ResponseCheck = (request: FuzzRequest, response: FuzzResponse) => string[]

/** Returns a function that lists the faults of a response. */
export function createResponseCheck(routes: FuzzRoute[], document: ApiDocument, dataDir: string): ResponseCheck {
  const responsesOf = new Map(
    routes.map((route) => [`${route.method} ${route.url}`, documentedResponses(route, document)]),
  )
  return ({ route, method, target }, { status, headers, body }) => {
    const faults: string[] = []
    if (status >= 500) faults.push(`status ${status}`)
    if (status < 200) faults.push(`status ${status}`)
    if (headers['set-cookie'] !== undefined) faults.push('sets a cookie')
    if (headers['x-content-type-options'] !== 'nosniff') faults.push('without nosniff')
    if (headers['x-powered-by'] !== undefined || headers.server !== undefined) faults.push('names its software')
    if (method === 'HEAD' || body.length === 0 || target.startsWith('/docs') || target.startsWith('/assets'))
      return faults
    const type = String(headers['content-type'])
    if (!/json|html|plain|csv|xml|yaml/.test(type)) return faults
    const text = body.toString()
    for (const leak of LEAKS) if (leak.test(text)) faults.push(`contains ${leak.exec(text)?.[0]}`)
    if (text.includes(dataDir) || text.includes(process.cwd())) faults.push('names a folder of the server')
    if (!type.includes('json')) return faults
    const value = parse(text)
    if (value === undefined) return [...faults, 'invalid JSON']
    // Without a request id the response comes from no route, so the document does not describe it.
    if (!route.startsWith(`${method} `) || headers['x-request-id'] === undefined) return faults
    const responses = responsesOf.get(route)
    const schema = responses?.get(String(status)) ?? responses?.get('default')
    const checked = schema?.safeParse(value)
    if (checked && !checked.success)
      faults.push(
        `not as documented for ${status}: ${checked.error.issues[0]?.message} at ${checked.error.issues[0]?.path.join('.')}`,
      )
    return faults
  }
}

function documentedResponses({ responses = {} }: FuzzRoute, document: ApiDocument): Map<string, z.ZodType> {
  const documented = Object.entries(responses).flatMap(([status, schema]): [string, z.ZodType][] =>
    schema ? [[status, z.fromJSONSchema(withoutReferences(schema, document) as z.core.JSONSchema.JSONSchema)]] : [],
  )
  return new Map(documented)
}

function withoutReferences(value: unknown, document: ApiDocument): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutReferences(one, document))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as JsonSchema
  if ($ref) return withoutReferences(referred($ref, document), document)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutReferences(inner, document)]))
}

/** Resolves a reference like `#/components/schemas/Order`. Throws when it is not in the document. */
export function referred(ref: string, document: ApiDocument): JsonSchema {
  const schema = document.components.schemas[ref.split('/').at(-1) ?? '']
  if (!schema) throw new Error(`the document has no ${ref}`)
  return schema
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
