import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { type ApiExtra, apiErrorOf } from './api.ts'

// biome-ignore lint/suspicious/noExplicitAny: the type of the whole state is known only to web/app
type AnyState = any
export type ApiDispatch = ThunkDispatch<AnyState, ApiExtra, UnknownAction>

/** Where a page is: what its data depends on. */
interface PageLocation {
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

/** Brings what a page shows into the store and answers the page's HTTP status. Never throws for a failed call. */
export type LoadPageData = (dispatch: ApiDispatch, location: PageLocation) => Promise<number>

type Query = ThunkAction<PromiseLike<{ error?: unknown; data?: unknown }>, AnyState, ApiExtra, UnknownAction>

/** Runs queries side by side. Answers 200, 404 when the first one found nothing, else the worst failure (500 or 503). */
export async function runQueries(dispatch: ApiDispatch, queries: Query[]): Promise<number> {
  const results = await Promise.all(queries.map((query) => dispatch(query)))
  const failures = results.filter((result) => result.error !== undefined)
  if (failures.length) return failures.some((failure) => apiErrorOf(failure.error)?.status === 503) ? 503 : 500
  return results[0]?.data === null ? 404 : 200
}
