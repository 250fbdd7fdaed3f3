import type { FastifyInstance, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Access } from '../../server/platform/http/guards.ts'
import type { JsonSchema } from './from-schema.ts'

/** A route with the schemas of its requests and responses. */
export interface FuzzRoute {
  method: string
  /** A pattern such as `/api/orders/:order_id` or `/storage/v1/object/:bucket/*`. */
  url: string
  access: Access
  params: Record<string, JsonSchema>
  query: Record<string, JsonSchema>
  body: JsonSchema | undefined
  isForm: boolean
  /** By status or `default`; undefined for undocumented routes. */
  responses: Record<string, JsonSchema | undefined> | undefined
}

interface Operation {
  parameters?: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

/** Returns a plugin that collects the routes registered after it. */
export function collectRoutes(into: RouteOptions[]): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.addHook('onRoute', (route) => void into.push(route))
  }
}

/** Returns an entry for each route and method, with the schemas of `/docs/json` or else of the route itself. */
export function toFuzzRoutes(registered: RouteOptions[], document: ApiDocument): FuzzRoute[] {
  return registered.flatMap((route) =>
    [route.method].flat().map((method): FuzzRoute => {
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
      const operation = document.paths[path]?.[method.toLowerCase()]
      return operation ? documented(route, method, operation) : undocumented(route, method)
    }),
  )
}

function documented(route: RouteOptions, method: string, operation: Operation): FuzzRoute {
  const { parameters = [], requestBody, responses } = operation
  const named = (place: string) =>
    Object.fromEntries(parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]))
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return {
    method,
    url: route.url,
    access: route.config?.access ?? 'public',
    params: named('path'),
    query: named('query'),
    body: body?.schema,
    isForm: type === 'multipart/form-data',
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { content }]) => [status, content?.['application/json']?.schema]),
    ),
  }
}

function undocumented({ url, config, schema = {} }: RouteOptions, method: string): FuzzRoute {
  const { params, querystring, body } = schema as Record<string, z.ZodType | undefined>
  return {
    method,
    url,
    access: config?.access ?? 'public',
    params: toJson(params)?.properties ?? {},
    query: toJson(querystring)?.properties ?? {},
    body: toJson(body),
    isForm: false,
    responses: undefined,
  }
}

function toJson(schema: z.ZodType | undefined): JsonSchema | undefined {
  return schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
}
