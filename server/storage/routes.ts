import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/tables.ts'
import type { Clock } from '../platform/clock.ts'
import { acceptJson } from '../platform/json-body.ts'
import { answerNothingHere } from '../platform/nothing-here.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { ActorDeps } from './actor.ts'
import { bucketEveryoneRoutes } from './bucket-everyone-routes.ts'
import { STORAGE_BASE } from './constants.ts'
import type { StorageDeps } from './deps.ts'
import { renderNothingHere, renderStorageError } from './errors.ts'
import { listEveryoneRoutes } from './list-everyone-routes.ts'
import { manageEveryoneRoutes } from './manage-everyone-routes.ts'
import { readEveryoneRoutes } from './read-everyone-routes.ts'
import { createSignedAddresses } from './signed-addresses.ts'
import type { Storage } from './storage.ts'
import { uploadEveryoneRoutes } from './upload-everyone-routes.ts'

/**
 * File storage, as its client speaks. Every route is open to everyone as far as the guards go: who may do what is
 * decided by the actor of each request (see actor.ts), in the statements that read and write.
 */
export async function storageRoutes(
  app: FastifyInstance,
  deps: ActorDeps & { db: Db; clock: Clock; secrets: Secrets; storage: Storage },
): Promise<void> {
  const storageDeps: StorageDeps = { ...deps, addresses: createSignedAddresses(deps) }
  await app.register(
    async (scope) => {
      scope.setErrorHandler(renderStorageError)
      answerNothingHere(scope, renderNothingHere)
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
      acceptJson(scope)
      await readEveryoneRoutes(scope, storageDeps)
      await uploadEveryoneRoutes(scope, storageDeps)
      await listEveryoneRoutes(scope, storageDeps)
      await manageEveryoneRoutes(scope, storageDeps)
      await bucketEveryoneRoutes(scope, storageDeps)
    },
    { prefix: STORAGE_BASE },
  )
}
