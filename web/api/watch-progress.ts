/** A server answers within this time after the last byte that it got. */
const STALLED_MS = 60_000

/** Calls `onStall` when neither function that it returns is called for a minute. */
export function watchProgress(onStall: () => void): { onProgress: () => void; stop: () => void } {
  let timer = setTimeout(onStall, STALLED_MS)
  const stop = () => clearTimeout(timer)
  return {
    onProgress() {
      stop()
      timer = setTimeout(onStall, STALLED_MS)
    },
    stop,
  }
}
