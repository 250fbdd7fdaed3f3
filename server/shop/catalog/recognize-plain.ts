import type { PublicRead } from './public-reads.ts'

type Given = Parameters<PublicRead['run']>[0]

/** An address in which each character means itself, and nothing is said twice or left empty. */
const PLAIN = /^(\/[a-z0-9_/-]*[a-z0-9_-])(?:\?([a-z0-9_-]+=[a-z0-9_-]+(?:&[a-z0-9_-]+=[a-z0-9_-]+)*))?$/i

/** Returns a function that finds the read of a plain address; undefined leaves it to the router and the schemas. */
export function recognizePlain(
  reads: readonly PublicRead[],
): (url: string) => { read: PublicRead; given: Given } | undefined {
  const patterns = reads.map((read) => ({ read, segments: read.path.split('/') }))
  return (url) => {
    const [, path, queryText] = PLAIN.exec(url) ?? []
    if (path === undefined) return undefined
    const segments = path.split('/')
    const pattern = patterns.find((one) => isMatch(one.segments, segments))
    const query = pattern && parseQuery(queryText)
    if (!query) return undefined
    const { read } = pattern
    const params = read.params.safeParse(paramsOf(pattern.segments, segments))
    const checked = read.query.safeParse(query)
    if (!params.success || !checked.success || checked.data.after_change !== undefined) return undefined
    return { read, given: { params: params.data, query: checked.data } }
  }
}

const isParam = (segment: string) => segment.startsWith(':')

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((wanted, at) => (isParam(wanted) ? segments[at] !== '' : wanted === segments[at]))
  )
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [at, wanted] of pattern.entries()) if (isParam(wanted)) params[wanted.slice(1)] = segments[at] ?? ''
  return params
}

function parseQuery(text: string | undefined): Record<string, string> | undefined {
  const query = new Map<string, string>()
  if (text === undefined) return {}
  for (const pair of text.split('&')) {
    const [name = '', value = ''] = pair.split('=')
    if (query.has(name)) return undefined
    query.set(name, value)
  }
  return Object.fromEntries(query)
}
