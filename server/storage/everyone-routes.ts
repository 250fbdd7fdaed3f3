import { join } from 'node:path'
import { z } from 'zod'
import { PRODUCT_ID_PATTERN } from '../../shared/catalog/constants.ts'
import { routesFor } from '../platform/guards.ts'
import { bucketNotFound, objectNotFound, renderStorageError } from './errors.ts'
import { sendPicture } from './send-file.ts'
import { openStoredFile } from './stored-file.ts'

const PICTURE_NAME_PATTERN = /^(?:featured_image|other_image_[1-3])$/

/** The width a file has that carries no width in its name. */
const FULL_WIDTH = '640'
const pictureQuerySchema = z.object({ width: z.enum(['320', FULL_WIDTH]).default(FULL_WIDTH) })

/** Stored files that anyone may see: the pictures of products. */
export const storageEveryoneRoutes = routesFor('everyone', (app, { config }: { config: { dataDir: string } }) => {
  app.setErrorHandler(renderStorageError)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/storage/v1/object/public/:bucket/*',
    schema: { params: z.object({ bucket: z.string(), '*': z.string() }), querystring: pictureQuerySchema },
    handler: async (request, reply) => {
      const { bucket, '*': key } = request.params
      if (bucket !== 'products') throw bucketNotFound()
      const segments = pictureSegments(key, request.query.width)
      const file = segments && (await openStoredFile(join(config.dataDir, 'files'), ['products', ...segments]))
      if (!file) throw objectNotFound()
      return sendPicture(request, reply, file)
    },
  })
})

/** Where a product's picture is, built from nothing but a product id and a known name; undefined for any other key. */
function pictureSegments(key: string, width: string): [folder: string, file: string] | undefined {
  const [productId = '', name = '', ...more] = key.split('/')
  if (more.length || !PRODUCT_ID_PATTERN.test(productId) || !PICTURE_NAME_PATTERN.test(name)) return undefined
  return [productId, width === FULL_WIDTH ? name : `${name}.w${width}`]
}
