import type { IncomingHttpHeaders } from 'node:http'
import { malformedParameter, notAcceptable, unknownPreference, unknownSchema } from './errors.ts'

export interface Preferences {
  return?: 'minimal' | 'representation'
  count?: 'exact' | 'planned' | 'estimated'
  /** The limit of changed rows; a write of more is refused. */
  maxAffected?: number
}

const SCHEMA = 'public'
/** Preferences that describe what this server always does. */
const ALWAYS_SO = ['missing=default', 'missing=null', 'tx=commit', 'handling=strict', 'handling=lenient']

/** Returns the preferences of a request. Throws AppError 400 for one that is not supported. */
export function readPreferences({ prefer }: IncomingHttpHeaders): Preferences {
  const preferences: Preferences = {}
  for (const written of [prefer ?? ''].flat().join(',').split(/[,;]/)) {
    const preference = written.trim()
    const [name = '', value = ''] = preference.split('=', 2)
    if (preference === '' || ALWAYS_SO.includes(preference)) continue
    if (name === 'return' && (value === 'minimal' || value === 'representation')) preferences.return = value
    else if (preference === 'return=headers-only') preferences.return = 'minimal'
    else if (name === 'count' && (value === 'exact' || value === 'planned' || value === 'estimated'))
      preferences.count = value
    else if (name === 'max-affected' && /^\d{1,9}$/.test(value)) preferences.maxAffected = Number(value)
    else throw unknownPreference(preference)
  }
  return preferences
}

/** Returns whether a single row is requested as an object. Throws AppError 406 for formats other than JSON. */
export function readFormat({ accept = '*/*' }: IncomingHttpHeaders): { isSingle: boolean } {
  const types = accept.split(',').map((type) => type.trim())
  const plain = types.filter((type) => !/nulls=stripped|vnd\.pgrst\.plan/.test(type))
  if (plain.some((type) => type.startsWith('application/vnd.pgrst.object'))) return { isSingle: true }
  const isJson = plain.some((type) => /^(?:\*\/\*|application\/(?:\*|json|vnd\.pgrst\.array\+json))/.test(type))
  if (!isJson) throw notAcceptable(accept)
  return { isSingle: false }
}

/** Throws AppError 406 for a request that names another schema than the only one. */
export function requireKnownSchema(headers: IncomingHttpHeaders): void {
  for (const name of ['accept-profile', 'content-profile'] as const) {
    if (![SCHEMA, undefined, ''].includes(headers[name]?.toString())) throw unknownSchema()
  }
}

/** Returns the rows of a `Range` header: `0-9` are the first ten. Throws AppError 400 for any other form. */
export function readRange({ range }: IncomingHttpHeaders): { offset: number; limit?: number } | undefined {
  if (range === undefined) return undefined
  const [, first, last] = /^(\d{1,9})-(\d{1,9})?$/.exec(range.replace(/^items=/, '')) ?? []
  if (first === undefined) throw malformedParameter('range', 'must be like 0-9')
  if (last === undefined) return { offset: Number(first) }
  if (Number(last) < Number(first)) throw malformedParameter('range', 'must not end before it begins')
  return { offset: Number(first), limit: Number(last) - Number(first) + 1 }
}
