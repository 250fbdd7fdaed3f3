import { z } from 'zod'

/** A file store in S3, in place of a folder. */
export interface S3Settings {
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
}

/** Parses `s3://ACCESS_KEY:SECRET_KEY@host[:port]/bucket[/folder][?region=…&tls=off]`; no message shows the secret text. */
export const s3Settings = z.string().transform((text, context): S3Settings => {
  const wrong = () => {
    context.addIssue('must be like s3://ACCESS_KEY:SECRET_KEY@host/bucket?region=us-east-1')
    return z.NEVER
  }
  if (!URL.canParse(text)) return wrong()
  const { protocol, host, username, password, pathname, searchParams } = new URL(text)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  const [accessKey, secretKey] = [decode(username), decode(password)]
  if (protocol !== 's3:' || !host || !accessKey || !secretKey || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    return wrong()
  return {
    endpoint: `${searchParams.get('tls') === 'off' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKey,
    secretKey,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
  }
})

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
