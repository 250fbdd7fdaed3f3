import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiKeyRefused } from '../protocol/errors.ts'
import type { ApiKeys } from './api-keys.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    needsApiKey?: boolean
  }
}

/** Requires an API key, as header or query parameter `apikey`, before anything else is checked. */
export function installApiKeyCheck(app: FastifyInstance, apiKeys: ApiKeys): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404 || !request.routeOptions.config.needsApiKey) return
    const key = request.headers.apikey ?? (request.query as FastifyRequest['query'] & { apikey?: unknown }).apikey
    if (key === undefined || key === '') throw new ApiKeyRefused('No API key found in request')
    if (typeof key !== 'string' || !(await apiKeys.isOurs(key))) throw new ApiKeyRefused('Invalid API key')
  })
}
