import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { currentContext } from '../../../db/request-context.ts'
import type { ApiError } from '../../../shared/kernel/errors.ts'
import { addressNotFound } from '../../platform/http/errors.ts'
import { routerOptions } from '../../platform/http/page-address.ts'
import { toAppError, toInvalidRequest } from '../../platform/http/render-errors.ts'
import { type Tagged, tagOf } from '../../shop/catalog/products/catalog-changes.ts'
import { type CatalogPublicDeps, publicReads, runRead } from '../../shop/catalog/public-reads.ts'
import type { FetchApi } from './pages.ts'

/**
 * Returns the API that pages fetch their data from: the reads of the public catalog, called directly, with the checks and
 * the form of their routes. Failures are logged as those of a request.
 */
export function createFetchApi(log: FastifyBaseLogger, deps: CatalogPublicDeps): FetchApi {
  const routes = publicReads(deps).map((read) => ({ read, segments: read.path.split('/') }))

  async function call(path: string): Promise<Tagged<unknown>> {
    const [pathname = '', search] = path.split('?', 2)
    const segments = pathname.split('/')
    const route = routes.find((candidate) => matches(candidate.segments, segments))
    if (!route) throw addressNotFound()
    const params = paramsOf(route.segments, segments)
    const query = search ? Object.fromEntries(new URLSearchParams(search)) : {}
    const { read } = route
    return runRead(deps, read, { params: checked(read.params, params), query: checked(read.query, query) })
  }

  return async (path) => {
    try {
      const { value, tags } = await call(path)
      return { status: 200, body: value, tags }
    } catch (error) {
      const { status, code, message, cause } = toAppError(error)
      const request_id = currentContext()?.id ?? ''
      if (status >= 500) log.error({ reqId: request_id, err: cause ?? error, event: 'failure', code })
      const body: ApiError = { code, message, request_id }
      return { status, body, tags: [tagOf.market] }
    }
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, given: object): z.output<Schema> {
  const { data, error } = schema.safeParse(given)
  if (error) throw toInvalidRequest(error)
  return data as z.output<Schema>
}

function matches(route: string[], path: string[]): boolean {
  return (
    route.length === path.length && route.every((segment, index) => segment.startsWith(':') || segment === path[index])
  )
}

function paramsOf(route: string[], path: string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [index, segment] of route.entries()) {
    if (!segment.startsWith(':')) continue
    const value = path[index] ?? ''
    if (value.length > routerOptions.maxParamLength) throw addressNotFound()
    params[segment.slice(1)] = decodeURIComponent(value)
  }
  return params
}
