import fc from 'fast-check'

/** The part of JSON Schema that the API document and zod use. */
export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  $ref?: string
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
}

export interface KnownValues {
  /** Existing ids, addresses and names, used as values of strings. */
  texts: readonly string[]
  resolve: (ref: string) => JsonSchema
}

/** Generates values that match a schema, except that lengths and ranges may just exceed their bounds. */
export function fitting(schema: JsonSchema, known: KnownValues, depth = 0): fc.Arbitrary<unknown> {
  // A recursive schema: any JSON.
  if (schema.$ref?.startsWith('#/$defs/')) return fc.jsonValue({ maxDepth: 3 })
  if (schema.$ref) return fitting(known.resolve(schema.$ref), known, depth)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, known, depth)))
  if (schema.allOf) return fitting(Object.assign({}, ...schema.allOf), known, depth)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'string') return fittingText(schema, known)
  if (type === 'integer' || type === 'number') return fittingNumber(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (depth > 4) return fc.constant(null)
  if (type === 'array') return fittingList(schema, known, depth)
  if (type === 'object' || schema.properties) return fittingObject(schema, known, depth)
  return fc.jsonValue({ maxDepth: 3 })
}

function fittingText(schema: JsonSchema, known: KnownValues): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 40 } = schema
  const fits = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const usable = known.texts.filter((text) => !fits || fits.test(text))
  const candidates: fc.Arbitrary<string>[] = [fc.constantFrom(...(usable.length ? usable : ['text']))]
  if (format === 'uuid') candidates.push(fc.uuid())
  else if (fits) candidates.push(fc.stringMatching(fits, { size: 'small' }))
  else {
    candidates.push(fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }))
    candidates.push(
      fc
        .constantFrom(minLength, Math.min(maxLength, 60_000), Math.min(maxLength + 1, 60_000))
        .map((n) => 'x'.repeat(n)),
    )
  }
  return fc.oneof({ weight: 3, arbitrary: candidates[0] as fc.Arbitrary<string> }, ...candidates.slice(1))
}

function fittingNumber({ type, minimum = 0, maximum = 1000 }: JsonSchema): fc.Arbitrary<number> {
  const bounds = fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1)
  const inside =
    type === 'integer'
      ? fc.integer({ min: Math.max(minimum, -1000), max: Math.min(maximum, 1000) })
      : fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100)
  return fc.oneof({ weight: 4, arbitrary: inside }, { weight: 1, arbitrary: bounds })
}

function fittingList(schema: JsonSchema, known: KnownValues, depth: number): fc.Arbitrary<unknown[]> {
  const { items = {}, minItems = 0, maxItems = 4 } = schema
  const sizes = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) }
  return fc.array(fitting(items, known, depth + 1), sizes)
}

function fittingObject(schema: JsonSchema, known: KnownValues, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: more, propertyNames = { type: 'string' } } = schema
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, fitting(member, known, depth + 1)]),
  )
  const named = fc.record(members, { requiredKeys: required.filter((name) => name in members) })
  if (typeof more !== 'object') return named
  const keys = fitting(propertyNames, known, depth + 1) as fc.Arbitrary<string>
  const others = fc.dictionary(keys, fitting(more, known, depth + 1), { maxKeys: 4 })
  return fc.tuple(others, named).map(([other, own]) => ({ ...other, ...(own as object) }))
}
