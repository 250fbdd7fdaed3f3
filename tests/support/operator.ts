import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { vi } from 'vitest'
import type { Config } from '../../server/platform/config/config.ts'
import { connectionUrl } from './connection-url.ts'
import { compileCache } from './server-process.ts'
import type { TestApp } from './test-app.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs a command of `cli/` on a test's marketplace, with `piped` as its standard input; returns its output. */
export async function runAsOperator(
  { connection, config }: Pick<TestApp, 'connection'> & { config: Pick<Config, 'dataDir'> },
  [program = '', ...given]: string[],
  { piped = '', environment = {} }: { piped?: string; environment?: Record<string, string> } = {},
): Promise<{ code: number | null; output: string }> {
  const settings = { DATABASE_URL: connectionUrl(connection), DATA_DIR: config.dataDir, ...environment }
  // Not in a folder with a developer's .env.
  const options = { cwd: tmpdir(), env: { ...compileCache, ...settings } }
  const child = spawn(process.execPath, [join(ROOT, 'cli', program), ...given], options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.stdin.end(piped)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
let runs = 0

/** Runs the command in this process, which has already loaded the code, without its log; one at a time. */
export async function runInThisProcess(
  { connection, config }: Pick<TestApp, 'connection'> & { config: Pick<Config, 'dataDir'> },
  [program = '', ...given]: string[],
  piped = '',
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const { argv, exitCode, stdin } = process
  const folder = process.cwd()
  const handlers = SIGNALS.map((signal) => process.listeners(signal))
  const lines: string[] = []
  const printing = (['log', 'error'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((line) => void lines.push(line)),
  )
  const settings = {
    DATABASE_URL: connectionUrl(connection),
    DATA_DIR: config.dataDir,
    LOG_LEVEL: 'silent',
    ...environment,
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  process.argv = [process.execPath, program, ...given]
  Object.defineProperty(process, 'stdin', { value: Readable.from([piped]), configurable: true })
  process.chdir(tmpdir())
  try {
    process.exitCode = 0
    await import(`../../cli/${program}?run=${++runs}`)
    return { code: process.exitCode, output: lines.join('\n') }
  } finally {
    process.chdir(folder)
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
    Object.assign(process, { argv, exitCode })
    for (const [index, signal] of SIGNALS.entries())
      for (const handler of process.listeners(signal))
        if (!handlers[index]?.includes(handler)) process.off(signal, handler)
    vi.unstubAllEnvs()
    for (const spy of printing) spy.mockRestore()
  }
}
