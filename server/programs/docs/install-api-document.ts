import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RequiredRight } from '../../../shared/accounts/rights.ts'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import { productCardSchema, productRowSchema, productSchema } from '../../../shared/catalog/schema.ts'
import { orderSchema } from '../../../shared/orders/schema.ts'
import type { Access } from '../../platform/http/guards.ts'
import { refusalSchema } from './api-errors.ts'

/** The documented surfaces; the protocols of sign-in and files are documented elsewhere. */
const DOCUMENTED = /^\/(api|rest\/v1)\//

const DESCRIPTION = `Every route of the marketplace's own API and of its generic table interface. Each names who may
call it; a refusal is JSON with a \`message\` for users, a stable \`code\` for programs, and for some codes \`details\`. Amounts are in the
marketplace's currency (\`/api/market\`) with at most two decimals. Sign-in (\`/auth/v1\`) and files (\`/storage/v1\`) speak the protocols of
\`@supabase/auth-js\` and \`@supabase/storage-js\`.`

/** Every refusal of the tables, with the members that PostgREST gives its errors. */
const tableRefusalSchema = z.object({
  message: z.string(),
  code: z.string(),
  details: z.string().nullable(),
  hint: z.string().nullable(),
})

const named = z.registry<{ id: string }>()
named.add(refusalSchema, { id: 'Refusal' })
named.add(tableRefusalSchema, { id: 'TableRefusal' })
named.add(productSchema, { id: 'Product' })
named.add(productRowSchema, { id: 'ProductRow' })
named.add(productCardSchema, { id: 'ProductCard' })
named.add(orderSchema, { id: 'Order' })

const toJsonSchema = createJsonSchemaTransform({ schemaRegistry: named })
const toNamedSchemas = createJsonSchemaTransformObject({ schemaRegistry: named })

type ApiDocument = ReturnType<typeof toNamedSchemas>

/** Collects the routes that are registered from here on in an OpenAPI 3.1 document, from their zod schemas. */
export async function installApiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: SHOP_NAME, version: '1', description: DESCRIPTION },
      // The origin of the document: the page may call no other site.
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The access token of a session.',
          },
          apikey: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The public key of the marketplace.' },
        },
      },
    },
    transform: (document) => {
      const { schema = {}, url, route } = document
      if (!DOCUMENTED.test(url)) return { schema: { hide: true }, url }
      const { access = [], right, needsApiKey = false, form } = route.config ?? {}
      return toJsonSchema({
        ...document,
        schema: {
          ...schema,
          ...(form && { body: form, consumes: ['multipart/form-data'] }),
          tags: [tagOf(url)],
          operationId: operationIdOf([route.method].flat()[0] ?? '', url),
          description: [audienceOf(access, right), schema.description].filter(Boolean).join('\n\n'),
          security: securityOf(access, needsApiKey),
          response: { ...responsesOf(schema), ...refusalsOf(schema, access, url) },
        },
      })
    },
    transformObject: (document) => withTags(withoutUnused(toNamedSchemas(document))),
  })
}

function withoutUnused(document: ApiDocument): ApiDocument {
  const text = JSON.stringify(document)
  const { components = {} } = document as { components?: { schemas?: object } }
  const used = Object.entries(components.schemas ?? {}).filter(([name]) =>
    text.includes(`"#/components/schemas/${name}"`),
  )
  return { ...document, components: { ...components, schemas: Object.fromEntries(used) } }
}

function withTags(document: ApiDocument): ApiDocument {
  const { paths = {} } = document as { paths?: Record<string, Record<string, { tags?: string[] }>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const names = new Set(operations.flatMap(({ tags = [] }) => tags))
  return { ...document, tags: [...names].map((name) => ({ name })) }
}

/** Returns the operation's name in generated clients: `putCartItemsByProductId` for `PUT /api/cart/items/:product_id`. */
function operationIdOf(method: string, url: string): string {
  const words = url
    .replace(/^\/api\//, '/')
    .replaceAll(':', 'by/')
    .split(/\W|_/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** Returns the group: `seller` for `/api/seller/products/{product_id}`, `cart` for `/api/cart/items`. */
function tagOf(url: string): string {
  if (url.startsWith('/rest/')) return 'tables'
  return url.split('/')[2] ?? ''
}

function audienceOf(access: Access, right: RequiredRight | undefined): string {
  if (access === 'public') return 'For all visitors.'
  if (access === 'signed-in') return 'For all signed-in users.'
  const admins = right === 'owner' ? 'admins who are owners' : `admins with the right \`${right}\``
  return `For ${access.map((role) => (role === 'admin' ? admins : `${role}s`)).join(' and ')}.`
}

function securityOf(access: Access, needsApiKey: boolean): Record<string, string[]>[] {
  const needs = { ...(access !== 'public' && { session: [] }), ...(needsApiKey && { apikey: [] }) }
  return Object.keys(needs).length ? [needs] : []
}

const DONE: Record<string, string> = { 200: 'The current state.', 201: 'Created.', 204: 'Done.' }

function responsesOf({ response, produces: [type] = ['application/json'] }: FastifySchema): object {
  const responses = (response ?? { 204: z.null() }) as Record<string, z.ZodType>
  const described = Object.entries(responses).map(([status, schema]) => {
    const isEmpty = status === '204'
    return [status, isEmpty ? schema : { description: DONE[status] ?? '', content: { [String(type)]: { schema } } }]
  })
  return Object.fromEntries(described)
}

function refusalsOf({ body, querystring, params }: FastifySchema, access: Access, url: string): object {
  const refusal = (description: string) => ({
    description,
    content: { 'application/json': { schema: url.startsWith('/rest/') ? tableRefusalSchema : refusalSchema } },
  })
  const hasInput = Boolean(body ?? querystring ?? params)
  const statuses = {
    ...(hasInput && { 400: refusal('The request does not fit the schema.') }),
    ...(access !== 'public' && { 401: refusal('Not signed in.') }),
    ...(access !== 'public' && { 403: refusal('Not allowed for this user, or the second sign-in step is missing.') }),
  }
  return { ...statuses, default: refusal('Any other refusal.') }
}
