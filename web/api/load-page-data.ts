import { apiErrorOf } from './api.ts'
import type { AppDispatch, AppThunk } from './app-store.ts'

/** Where a page is: what its data depends on. */
interface PageLocation {
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

/** Loads what a page shows into the store and returns the page's HTTP status. Never throws for a failed call. */
export type LoadPageData = (dispatch: AppDispatch, location: PageLocation) => Promise<number>

type Query = AppThunk<PromiseLike<{ error?: unknown; data?: unknown }>>

/** Runs queries side by side. Returns 200, 404 when the first one found nothing, else the worst failure (500 or 503). */
export async function runQueries(dispatch: AppDispatch, queries: Query[]): Promise<number> {
  const results = await Promise.all(queries.map((query) => dispatch(query)))
  const failures = results.filter((result) => result.error !== undefined)
  if (failures.length) return failures.some((failure) => apiErrorOf(failure.error)?.status === 503) ? 503 : 500
  return results[0]?.data === null ? 404 : 200
}
