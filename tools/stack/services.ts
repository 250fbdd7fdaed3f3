import S3rver from 's3rver'
import { SMTPServer } from 'smtp-server'

export interface Service {
  url: string
  close(): Promise<void>
}

/** Starts an S3 service that stores its files in `folder`. */
export async function startFileStore(folder: string, port: number): Promise<Service> {
  const buckets = [{ name: 'openstall', configs: [] }]
  const s3 = new S3rver({ port, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: buckets })
  await s3.run()
  return { url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/openstall?tls=off`, close: () => s3.close() }
}

/** Starts an SMTP server that passes emails to `onMail` instead of delivering them. */
export async function startMailCatcher(port: number, onMail: (mail: string) => void): Promise<Service> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, _session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      onMail(Buffer.concat(chunks).toString())
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
