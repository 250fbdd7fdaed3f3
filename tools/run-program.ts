import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface Ended {
  code: number
  output: string
}

/** Runs a program; returns its output, or prints it with `shown`. */
export async function runProgram(program: string, given: string[], { shown = false } = {}): Promise<Ended> {
  const child = spawn(program, given, {
    stdio: ['ignore', shown ? 'inherit' : 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code ?? 1, output }
}
