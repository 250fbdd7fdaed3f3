import S3rver from 's3rver'
import { SMTPServer } from 'smtp-server'

export interface Service {
  url: string
  close(): Promise<void>
}

/** A service that speaks the protocol of S3 and keeps its files below `folder`. */
export async function startFileStore(folder: string, port: number): Promise<Service> {
  const buckets = [{ name: 'stall', configs: [] }]
  const s3 = new S3rver({ port, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: buckets })
  await s3.run()
  return { url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/stall?tls=off`, close: () => s3.close() }
}

/** A mail server that sends nothing on; each mail is told as it came. */
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
