/** The longest that a line waits for others: writing many lines costs as much as writing one. */
const FLUSHED_AFTER_MS = 100
const FLUSHED_FROM_CHARACTERS = 64 * 1024
/** Errors are written at once: the process may be about to end. */
const ERROR_LINE = /^\{"level":[5-9]/

/** The destination of log lines, which are written in batches. */
export interface LogOutput {
  write(line: string): void
  writeLater(line: string): void
  flush(): void
  /** Writes what is left; later lines are written at once. */
  close(): void
}

/** Returns an output that writes lines to `target` in batches, each within 100 ms, and the last when the process exits. */
export function createLogOutput(target: { write(text: string): unknown }): LogOutput {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  let isOpen = true

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const text = waiting
    waiting = ''
    if (text) target.write(text)
  }

  function writeLater(line: string): void {
    waiting += line
    if (!isOpen || waiting.length >= FLUSHED_FROM_CHARACTERS) flush()
    else timer ??= setTimeout(flush, FLUSHED_AFTER_MS).unref()
  }

  process.on('exit', flush)
  return {
    writeLater,
    write(line) {
      writeLater(line)
      if (ERROR_LINE.test(line)) flush()
    },
    flush,
    close() {
      isOpen = false
      process.off('exit', flush)
      flush()
    },
  }
}

/** Ignores errors of standard output and error, so that a full disk or closed pipe does not end the process. Call it once. */
export function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
