import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import type { App } from '../../platform/http/guards.ts'

/** Lets routes take pictures as streams; `withMarketPicture` limits what it reads. */
export function acceptPictures(app: App): void {
  app.addContentTypeParser(/^image\//, (_request, payload, done) => done(null, payload))
}

/** The two failures that each feature says in its own words. */
type PictureFailure = (code: 'picture_too_large' | 'not_a_picture') => AppError

/**
 * Calls `use` with the picture that a request sends, and returns its result. Throws its failures, those of the storage protocol
 * as `failure`.
 */
export async function withPicture<Result>(
  { body, raw }: FastifyRequest,
  failure: PictureFailure,
  use: (source: Readable) => Promise<Result>,
): Promise<Result> {
  if (!(body instanceof Readable)) throw failure('not_a_picture')
  try {
    return await use(body)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'EntityTooLarge') throw failure('picture_too_large')
    throw ['InvalidMimeType', 'HeicNotSupported'].includes(error.code) ? failure('not_a_picture') : error
  } finally {
    // Drains the body, so that the client gets the response.
    raw.resume()
  }
}
