import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { MAX_OTHER_IMAGES } from '../../shared/catalog/constants.ts'
import { PRODUCT_FIELD } from '../../shared/seller/constants.ts'
import type { AppError } from '../platform/errors.ts'
import { formFault, packingFault } from '../platform/form-fault.ts'
import type { StagedBlob, Storage } from '../storage/storage.ts'
import { stagePicture } from '../storage/store-picture.ts'
import { malformedForm, notAForm, notAPicture, pictureTooLarge, tooManyPictures } from './errors.ts'
import { tellingStep } from './failed-step.ts'

const MAX_PICTURES = 1 + MAX_OTHER_IMAGES
const MAX_FIELD_BYTES = 256 * 1024
const MAX_FIELD_NAME_BYTES = 100

/** A create or edit request: what the seller says, and the files that came along, by the names of their fields. */
export interface ProductForm<Product> {
  product: Product
  files: Map<string, StagedBlob>
}

/** What every such form says about its pictures. */
type Pictured = z.ZodType<{ images: string[] }>

/**
 * Reads the form of a create or edit request; each picture is decoded, rewritten and staged while it comes in. When
 * anything is wrong, nothing stays staged. Throws AppError 400, 413 or 415, and names the picture that could not be kept.
 */
export async function readProductForm<Schema extends Pictured>(
  request: FastifyRequest,
  schema: Schema,
  storage: Storage,
): Promise<ProductForm<z.infer<Schema>>> {
  if (!request.isMultipart()) throw notAForm()
  const files = new Map<string, StagedBlob>()
  try {
    const product = await tellingStep(async (enter) => {
      // The product comes first from our own form; before it the first file counts as the featured picture.
      const beginFile = (field: string, product: z.infer<Schema> | undefined) => {
        const isFeatured = product ? product.images[0] === field : files.size === 0
        enter(isFeatured ? 'featured_image' : 'other_images')
      }
      try {
        const packing = packingFault(request)
        if (packing) throw malformedForm(packing)
        return await readParts(request, schema, { storage, files, beginFile })
      } catch (error) {
        throw asRefusal(error)
      }
    })
    return { product, files }
  } catch (error) {
    // What is still on its way is taken and dropped, so that the client hears the answer.
    request.raw.unpipe()
    request.raw.resume()
    await storage.discard([...files.values()].map(({ blob }) => blob))
    throw error
  }
}

interface FilesOfForm<Product> {
  storage: Storage
  /** Filled by the names of their fields. */
  files: Map<string, StagedBlob>
  beginFile: (field: string, product: Product | undefined) => void
}

async function readParts<Schema extends Pictured>(
  request: FastifyRequest,
  schema: Schema,
  { storage, files, beginFile }: FilesOfForm<z.infer<Schema>>,
): Promise<z.infer<Schema>> {
  let product: z.infer<Schema> | undefined
  const limits = {
    files: MAX_PICTURES,
    fields: 10,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: MAX_FIELD_NAME_BYTES,
    // The store stops the stream itself, and says so.
    fileSize: Number.POSITIVE_INFINITY,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      if (files.has(part.fieldname)) throw malformedForm(`${part.fieldname}: came twice`)
      beginFile(part.fieldname, product)
      files.set(part.fieldname, await stagePicture(storage, part.file, 'product'))
    } else if (part.fieldname === PRODUCT_FIELD) {
      if (product !== undefined) throw malformedForm(`${PRODUCT_FIELD}: came twice`)
      if (part.valueTruncated || typeof part.value !== 'string')
        throw malformedForm(`${PRODUCT_FIELD}: must be JSON text`)
      // What the reader of the form puts in the place of bytes that are no text; who means the sign can escape it.
      if (part.value.includes('\ufffd')) throw malformedForm(`${PRODUCT_FIELD}: is not UTF-8`)
      product = readProduct(part.value, schema)
    }
  }
  if (product === undefined) throw malformedForm(`${PRODUCT_FIELD}: is missing`)
  return product
}

function readProduct<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformedForm(`${PRODUCT_FIELD}: must be JSON text`)
  }
  const product = schema.safeParse(value)
  if (product.success) return product.data
  const [fault] = product.error.issues
  throw malformedForm([fault?.path.join('.'), fault?.message].filter(Boolean).join(': '))
}

/** By stable codes: those of the store, which speaks another protocol, and those of the form's reader. */
const REFUSALS: Record<string, () => AppError> = {
  EntityTooLarge: pictureTooLarge,
  InvalidMimeType: notAPicture,
  FST_FILES_LIMIT: tooManyPictures,
  FST_INVALID_JSON_FIELD_ERROR: () => malformedForm(`${PRODUCT_FIELD}: must be JSON text`),
}

function asRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
  if (refusal) return refusal()
  const fault = formFault(error)
  return fault ? malformedForm(fault) : error
}
