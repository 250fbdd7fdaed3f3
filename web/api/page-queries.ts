import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { apiErrorOf } from './api.ts'
import type { AppDispatch } from './app-store.ts'
import type { LoadedQuery } from './site.ts'

/** Calls GET on our own API during server rendering; see `server/pages/ssr`. */
export type FetchApi = (path: string) => Promise<{ status: number; body: unknown }>

export type QueryResult<Data = unknown> = { data: Data } | { error: FetchBaseQueryError }

interface PageLocation {
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

/** A query whose result a page shows. */
export interface PageQuery {
  /** With `arg`, the key of the cached result. */
  endpoint: string
  arg: unknown
  /** In the browser: fetches the result into the store unless it is cached. */
  start(dispatch: AppDispatch): PromiseLike<{ error?: unknown; data?: unknown }>
  /** On the server: returns the result as the store would hold it. */
  read(fetchApi: FetchApi): Promise<QueryResult>
}

/** Returns the queries of a page; a page whose first query has no result is a 404. */
export type PageQueries = (location: PageLocation) => PageQuery[]

/** Returns the address to redirect a moved page to, from the results of its queries; undefined when it has not moved. */
export type PageRedirect = (location: PageLocation, results: unknown[]) => string | undefined

/** Starts the queries of a page in parallel and returns the page's HTTP status. Never throws for a failed call. */
export async function startQueries(dispatch: AppDispatch, queries: PageQuery[]): Promise<number> {
  return statusOf(await Promise.all(queries.map((query) => query.start(dispatch))))
}

/** Runs the queries of a page in parallel; returns their results and the page's HTTP status. */
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
