import { createContext, use } from 'react'
import type { LoadedQuery } from './site.ts'

/** On the server: the results of the queries that the page was read with. */
export const PageResultsContext = createContext<readonly LoadedQuery[]>([])

const NOTHING = { data: undefined, currentData: undefined, error: undefined }
const STATES = { isUninitialized: false, isLoading: false, isFetching: false, isSuccess: false, isError: false }
const LOADING = { ...NOTHING, ...STATES, isLoading: true, isFetching: true }
const refetch = () => {
  throw new Error('the server does not fetch again')
}

/** The name of a query's hook: its endpoint with a capital letter between two words. */
const HOOK = /^use(?!Lazy)([A-Z])(\w+)Query$/

/**
 * Returns an API whose hooks of queries find the results of the page, for the server: RTK Query's own subscribe, select and
 * compare for renderings that never come.
 */
export function onPages<Api extends object>(api: Api): Api {
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

/** Both are made by the same function, so that their properties have one order. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
