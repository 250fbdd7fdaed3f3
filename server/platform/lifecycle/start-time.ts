import { readFileSync } from 'node:fs'

/** Linux reports the start of processes in this unit, whatever the ticks of its kernel. */
const MS_PER_TICK = 10
/** npm is the parent of a shell, which is the parent of the first process. */
const MAX_GENERATIONS = 4

/**
 * Returns the milliseconds since the command was entered: since the start of npm, where it was used and the system reports
 * it (Linux), otherwise of this process.
 */
export function msSinceStart({ byNpm }: { byNpm: boolean }): number {
  return (byNpm ? npmAgeMs() : undefined) ?? performance.now()
}

function npmAgeMs(): number | undefined {
  try {
    const uptimeMs = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000
    for (let pid = process.ppid, generation = 0; pid > 1 && generation < MAX_GENERATIONS; generation++) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The fields after the name, which may contain any character: state, parent, …, and the start as the 20th.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('npm'))
        return uptimeMs - Number(fields[19]) * MS_PER_TICK
      pid = Number(fields[1])
    }
  } catch {}
  return undefined
}
