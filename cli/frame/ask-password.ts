import type { ReadStream } from 'node:tty'

const MAX_INPUT_BYTES = 4096
const ENTER = ['\r', '\n', '\u0004']
const CTRL_C = '\u0003'
const BACKSPACE = ['\u007f', '\b']

/**
 * Returns a password: typed twice and hidden at a terminal, otherwise the first line of standard input. Throws an Error
 * when it is empty, the two differ, or Ctrl-C was pressed.
 */
export async function askPassword(input: ReadStream, output: NodeJS.WritableStream): Promise<string> {
  if (!input.isTTY) return readFirstLine(input)
  const first = await askHidden(input, output, 'Password: ')
  const second = await askHidden(input, output, 'Password again: ')
  if (first !== second) throw new Error('The two passwords differ.')
  return first
}

async function readFirstLine(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += chunk.toString()
    if (text.includes('\n') || text.length > MAX_INPUT_BYTES) break
  }
  const line = text.split(/\r?\n/)[0] ?? ''
  if (line === '') throw new Error('No password was given: type one, or pipe it in.')
  return line
}

function askHidden(input: ReadStream, output: NodeJS.WritableStream, prompt: string): Promise<string> {
  output.write(prompt)
  input.setRawMode(true).setEncoding('utf8').resume()
  return new Promise((resolve, reject) => {
    let typed = ''
    const finish = (end: () => void) => {
      input.off('data', onData).setRawMode(false).pause()
      output.write('\n')
      end()
    }
    function onData(text: string | Buffer): void {
      for (const character of text.toString()) {
        if (character === CTRL_C || ENTER.includes(character)) {
          finish(character === CTRL_C ? () => reject(new Error('Cancelled.')) : () => resolve(typed))
          return
        }
        typed = BACKSPACE.includes(character) ? [...typed].slice(0, -1).join('') : typed + character
      }
    }
    input.on('data', onData)
  })
}
