import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { MAX_OTHER_IMAGES } from '../../../../shared/catalog/constants.ts'
import { PRODUCT_FIELD } from '../../../../shared/catalog/desk-constants.ts'
import { jsonFault } from '../../../platform/http/body-parsers.ts'
import { type AppError, invalidRequest, requestError } from '../../../platform/http/errors.ts'
import { compressionFault, formFault } from '../../../platform/http/form-fault.ts'
import type { StagedBlob, Storage } from '../../../programs/storage/storage.ts'
import { stagePicture } from '../../../programs/storage/store-picture.ts'
import { productFormError } from '../products/errors.ts'
import { nameFailedStep } from './failed-step.ts'

const MAX_PICTURES = 1 + MAX_OTHER_IMAGES
const MAX_FIELD_BYTES = 256 * 1024
const MAX_FIELD_NAME_BYTES = 100

/** A create or edit request: the product's fields, and its files by form field. */
export interface ProductForm<Product> {
  product: Product
  files: Map<string, StagedBlob>
}

type Pictured = z.ZodType<{ images: string[] }>

interface FormParts {
  addFile(field: string, content: Readable | Uint8Array): Promise<void>
  setProduct(value: unknown): void
}

/** Parses a product form and stages its pictures. Throws AppError 400, 413 or 415; nothing stays staged then. */
export async function readProductForm<Schema extends Pictured>(
  request: FastifyRequest,
  schema: Schema,
  storage: Storage,
): Promise<ProductForm<z.infer<Schema>>> {
  if (!request.isMultipart()) {
    const message = 'A product is sent as a form with files (multipart/form-data).'
    throw requestError('unsupported_media_type', undefined, { message })
  }
  return collectForm(storage, schema, async (parts) => {
    try {
      const compression = compressionFault(request)
      if (compression) throw invalidRequest(compression)
      await readParts(request, parts)
    } catch (error) {
      // Drains the body, so that the client gets the response.
      request.raw.unpipe()
      request.raw.resume()
      throw error
    }
  })
}

/** Stages a product whose pictures are in memory, by the names in its `images`. Throws as `readProductForm`. */
export function stageProduct<Schema extends Pictured>(
  product: object,
  pictures: ReadonlyMap<string, Buffer>,
  schema: Schema,
  storage: Storage,
): Promise<ProductForm<z.infer<Schema>>> {
  return collectForm(storage, schema, async ({ addFile, setProduct }) => {
    for (const [name, bytes] of pictures) await addFile(name, bytes)
    setProduct(product)
  })
}

async function collectForm<Schema extends Pictured>(
  storage: Storage,
  schema: Schema,
  read: (parts: FormParts) => Promise<void>,
): Promise<ProductForm<z.infer<Schema>>> {
  const form: Partial<ProductForm<z.infer<Schema>>> = {}
  const files = new Map<string, StagedBlob>()
  const setProduct = (value: unknown) => {
    form.product = checkProduct(value, schema)
  }
  try {
    await nameFailedStep(async (enter) => {
      async function addFile(field: string, content: Readable | Uint8Array): Promise<void> {
        if (files.has(field)) throw invalidRequest(`${field}: must be sent only once`)
        // The product comes first in our own form; without it the first file counts as the featured picture.
        const isFeatured = form.product ? form.product.images[0] === field : files.size === 0
        enter(isFeatured ? 'featured_image' : 'other_images')
        files.set(field, await stagePicture(storage, content, 'product'))
      }
      await read({ addFile, setProduct }).catch((error) => {
        throw asRefusal(error)
      })
    })
    if (form.product === undefined) throw invalidRequest(`${PRODUCT_FIELD}: is missing`)
    return { product: form.product, files }
  } catch (error) {
    await storage.discard([...files.values()].map(({ blob }) => blob))
    throw error
  }
}

async function readParts(request: FastifyRequest, { addFile, setProduct }: FormParts): Promise<void> {
  const limits = {
    files: MAX_PICTURES,
    fields: 10,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: MAX_FIELD_NAME_BYTES,
    // The store enforces its own limit.
    fileSize: Number.POSITIVE_INFINITY,
  }
  let isRead = false
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') await addFile(part.fieldname, part.file)
    else if (part.fieldname === PRODUCT_FIELD) {
      if (isRead) throw invalidRequest(`${PRODUCT_FIELD}: must be sent only once`)
      isRead = true
      if (part.valueTruncated || typeof part.value !== 'string')
        throw invalidRequest(`${PRODUCT_FIELD}: must be JSON text`)
      // The parser's replacement for invalid UTF-8; a client can escape the character itself.
      if (part.value.includes('\ufffd')) throw invalidRequest(`${PRODUCT_FIELD}: is not UTF-8`)
      setProduct(parseJson(part.value))
    }
  }
}

function parseJson(text: string): unknown {
  const fault = jsonFault(text)
  if (fault) throw fault
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest(`${PRODUCT_FIELD}: must be JSON text`)
  }
}

function checkProduct<Schema extends z.ZodType>(value: unknown, schema: Schema): z.infer<Schema> {
  const product = schema.safeParse(value)
  if (product.success) return product.data
  const [fault] = product.error.issues
  throw invalidRequest([fault?.path.join('.'), fault?.message].filter(Boolean).join(': '))
}

/** Codes of the store, which has its own protocol, and of the form parser. */
const REFUSALS: Record<string, () => AppError> = {
  EntityTooLarge: () => productFormError('picture_too_large'),
  InvalidMimeType: () => productFormError('not_a_picture'),
  HeicNotSupported: () => productFormError('heic_picture'),
  FST_FILES_LIMIT: () => productFormError('too_many_pictures'),
  FST_INVALID_JSON_FIELD_ERROR: () => invalidRequest(`${PRODUCT_FIELD}: must be JSON text`),
}

function asRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
  if (refusal) return refusal()
  const fault = formFault(error)
  return fault ? invalidRequest(fault) : error
}
