import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3 } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../platform/config/s3-settings.ts'
import { type Blobs, checkBlobName } from './blobs.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** The longest time without a byte in either direction. */
const IDLE_TIMEOUT_MS = 15_000
/** The limit of the whole check, including the library's retries: readiness probes do not wait long. */
const CHECK_TIMEOUT_MS = 3_000
/** The limit of objects that one request may remove. */
const REMOVED_AT_ONCE = 1000

/** Returns a store in a bucket of S3, or of a service with its protocol. Requests without progress time out. */
export function createS3Blobs(
  settings: S3Settings,
  { idleMs = IDLE_TIMEOUT_MS, checkMs = CHECK_TIMEOUT_MS } = {},
): Blobs {
  const { bucket: Bucket, prefix } = settings
  let opened: Promise<S3> | undefined
  const client = () => (opened ??= openClient(settings, idleMs))
  const keyOf = (blob: string) => prefix + checkBlobName(blob)

  return {
    async put(blob, file) {
      const handle = await open(file)
      const Body = handle.createReadStream()
      try {
        const { size: ContentLength } = await handle.stat()
        await (await client()).putObject({ Bucket, Key: keyOf(blob), Body, ContentLength })
      } finally {
        // After a refusal the file has not been read to its end.
        Body.destroy()
        await handle.close()
        await rm(file, { force: true })
      }
    },

    async read(blob, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const response = await orAbsent((await client()).getObject({ Bucket, Key: keyOf(blob), Range }))
      return response?.Body as Readable | undefined
    },

    async size(blob) {
      return (await orAbsent((await client()).headObject({ Bucket, Key: keyOf(blob) })))?.ContentLength
    },

    async remove(blobs) {
      for (let at = 0; at < blobs.length; at += REMOVED_AT_ONCE) {
        const Objects = blobs.slice(at, at + REMOVED_AT_ONCE).map((blob) => ({ Key: keyOf(blob) }))
        const { Errors } = await (await client()).deleteObjects({ Bucket, Delete: { Objects, Quiet: true } })
        const failed = Errors?.find(({ Code }) => Code !== 'NoSuchKey')
        if (failed) throw new Error(`S3 did not remove a file: ${failed.Code}`)
      }
    },

    async *list() {
      let ContinuationToken: string | undefined
      do {
        const page = await (await client()).listObjectsV2({ Bucket, Prefix: prefix, ContinuationToken })
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { blob: Key.slice(prefix.length), size: Size }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },

    async check() {
      await (await client()).headBucket({ Bucket }, { abortSignal: AbortSignal.timeout(checkMs) })
    },

    close: () => void opened?.then((s3) => s3.destroy()),
  }
}

function orAbsent<T>(response: Promise<T>): Promise<T | undefined> {
  return response.catch((error) => {
    if (Object(error).$metadata?.httpStatusCode !== 404) throw error
    return undefined
  })
}

/** Loads the library, which is large, only when files are stored in S3. */
async function openClient({ endpoint, region, accessKey, secretKey }: S3Settings, idleMs: number): Promise<S3> {
  const sdk = await import('@aws-sdk/client-s3')
  return new sdk.S3({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    // No limit for the whole request, which long uploads would reach.
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: idleMs },
    // Services other than Amazon's support older checksums, or none.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown; the application logs them.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  })
}
