import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from './compile-cache.ts'
import { connectionUrl } from './connection-url.ts'
import type { TestApp } from './test-app.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs a command of `cli/` on a test's marketplace, with `piped` as its standard input; returns all that it prints. */
export async function runAsOperator(
  { connection, config }: Pick<TestApp, 'connection' | 'config'>,
  [program = '', ...given]: string[],
  { piped = '', environment = {} }: { piped?: string; environment?: Record<string, string> } = {},
): Promise<{ code: number | null; output: string }> {
  const settings = { DATABASE_URL: connectionUrl(connection), DATA_DIR: config.dataDir, ...environment }
  // Not a folder with a developer's .env.
  const options = { cwd: tmpdir(), env: { ...compileCache, ...settings } }
  const child = spawn(process.execPath, [join(ROOT, 'cli', program), ...given], options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.stdin.end(piped)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
