import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../cli/frame/run-command.ts'
import { reasonOf } from '../db/failures.ts'
import { openStack } from './stack/open-stack.ts'

const USAGE =
  'npm run stack   the processes of compose.yaml on this machine, from npm packages, on PORT (3000), until Ctrl-C'

readArguments(USAGE, {})

const folder = await mkdtemp(join(tmpdir(), 'openstall-stack-'))
await chmod(folder, 0o711)
const stopRequested = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
try {
  const port = Number(process.env.PORT || 3000)
  const onMail = (mail: string) => console.log(`\n--- email ---\n${mail}`)
  const stack = await openStack({ folder, port, environment: process.env, onMail })
  console.log(`\n  Shop      ${stack.origin}/   (through the proxy)`)
  for (const { origin, child } of stack.servers) console.log(`  Server    ${origin}/   (process ${child.pid})`)
  const { DATABASE_URL, STORAGE_URL, SMTP_URL } = stack.settings
  console.log(`  Database  ${DATABASE_URL}\n  Files     ${STORAGE_URL}\n  Emails    ${SMTP_URL}   (shown here)\n`)
  await stopRequested
  await stack.close()
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
