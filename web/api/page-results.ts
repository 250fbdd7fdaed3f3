import { createContext, use } from 'react'
import type { LoadedQuery } from './site.ts'

/** On the server: the results of the page's queries. */
export const PageResultsContext = createContext<readonly LoadedQuery[]>([])

const NOTHING = { data: undefined, currentData: undefined, error: undefined }
const STATES = { isUninitialized: false, isLoading: false, isFetching: false, isSuccess: false, isError: false }
const LOADING = { ...NOTHING, ...STATES, isLoading: true, isFetching: true }
const refetch = () => {
  throw new Error('the server cannot refetch')
}

/** Matches `useEndpointQuery`. */
const HOOK = /^use(?!Lazy)([A-Z])(\w+)Query$/

/**
 * Replaces the query hooks of an API on the server by a lookup in the page's results: RTK Query's own hooks subscribe for
 * re-renders that never happen there.
 */
export function withPageResults<Api extends object>(api: Api): Api {
  const hooks = Object.keys(api).flatMap((name) => {
    const [, first, rest] = HOOK.exec(name) ?? []
    return first ? [[name, (arg: unknown) => usePageResult(first.toLowerCase() + rest, arg)] as const] : []
  })
  return { ...api, ...Object.fromEntries(hooks) }
}

function usePageResult(endpoint: string, arg: unknown) {
  const found = use(PageResultsContext).find((one) => one.endpoint === endpoint && isSame(one.arg, arg))
  if (!found) return { ...LOADING, refetch }
  const { data, error } = found
  if (error !== undefined) return { ...NOTHING, ...STATES, error, isError: true, refetch }
  return { ...NOTHING, ...STATES, data, currentData: data, isSuccess: true, refetch }
}

/** Compares JSON: the same function creates both arguments, so their properties have the same order. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
