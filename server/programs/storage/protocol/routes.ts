import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/config/clock.ts'
import { acceptJson } from '../../../platform/http/body-parsers.ts'
import { setNotFound } from '../../../platform/http/not-found.ts'
import type { Secrets } from '../../../platform/keys/secrets.ts'
import { STORAGE_BASE } from '../constants.ts'
import { renderNotFound, renderStorageError } from '../errors.ts'
import { bucketPublicRoutes } from './bucket-public-routes.ts'
import type { StorageDeps } from './deps.ts'
import { listPublicRoutes } from './list-public-routes.ts'
import { managePublicRoutes } from './manage-public-routes.ts'
import { readPublicRoutes } from './read-public-routes.ts'
import { createSignedAddresses } from './signed-addresses.ts'
import { uploadPublicRoutes } from './upload-public-routes.ts'

/** Registers file storage; every route is public, as statements check the rights of the actor (see deps.ts). */
export async function storageRoutes(
  app: FastifyInstance,
  deps: Omit<StorageDeps, 'addresses'> & { clock: Clock; secrets: Secrets },
): Promise<void> {
  const storageDeps: StorageDeps = { ...deps, addresses: createSignedAddresses(deps) }
  await app.register(
    async (scope) => {
      scope.setErrorHandler(renderStorageError)
      setNotFound(scope, renderNotFound)
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      acceptJson(scope)
      await readPublicRoutes(scope, storageDeps)
      await uploadPublicRoutes(scope, storageDeps)
      await listPublicRoutes(scope, storageDeps)
      await managePublicRoutes(scope, storageDeps)
      await bucketPublicRoutes(scope, storageDeps)
    },
    { prefix: STORAGE_BASE },
  )
}
