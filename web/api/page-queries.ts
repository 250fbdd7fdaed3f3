import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { apiErrorOf } from './api.ts'
import type { AppDispatch } from './app-store.ts'
import type { LoadedQuery } from './site.ts'

/** Makes a GET on our own API while the server renders a page; see `server/pages/ssr`. */
export type FetchApi = (path: string) => Promise<{ status: number; body: unknown }>

export type QueryResult<Data = unknown> = { data: Data } | { error: FetchBaseQueryError }

/** Where a page is: what its data depends on. */
interface PageLocation {
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

/** One query whose result a page shows. */
export interface PageQuery {
  /** The endpoint and argument under which the result is cached. */
  endpoint: string
  arg: unknown
  /** In the browser: fetches the result into the store, unless it is there. */
  start(dispatch: AppDispatch): PromiseLike<{ error?: unknown; data?: unknown }>
  /** On the server: returns what the store would hold. */
  read(fetchApi: FetchApi): Promise<QueryResult>
}

/** Returns the queries of a page, first the one without whose result it does not exist. */
export type PageQueries = (location: PageLocation) => PageQuery[]

/** Returns where a page has moved, which depends on the results of its queries; undefined when it is in its place. */
export type PageRedirect = (location: PageLocation, results: unknown[]) => string | undefined

/** Starts the queries of a page side by side and returns the page's HTTP status. Never throws for a failed call. */
export async function startQueries(dispatch: AppDispatch, queries: PageQuery[]): Promise<number> {
  return statusOf(await Promise.all(queries.map((query) => query.start(dispatch))))
}

/** Returns the results of a page's queries, which run side by side, and its HTTP status. */
export async function readQueries(
  fetchApi: FetchApi,
  queries: PageQuery[],
): Promise<{ status: number; loaded: LoadedQuery[] }> {
  const loaded: LoadedQuery[] = await Promise.all(
    queries.map(async (query) => ({ endpoint: query.endpoint, arg: query.arg, ...(await query.read(fetchApi)) })),
  )
  return { status: statusOf(loaded), loaded }
}

function statusOf(results: { error?: unknown; data?: unknown }[]): number {
  const failures = results.filter((result) => result.error !== undefined)
  if (failures.length) return failures.some((failure) => apiErrorOf(failure.error)?.status === 503) ? 503 : 500
  return results[0]?.data === null ? 404 : 200
}
