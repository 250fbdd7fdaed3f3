import { TOTAL_ROWS_HEADER } from '../../shared/kernel/list-constants.ts'
import { callSignedIn } from './api.ts'
import type { AppThunk } from './app-store.ts'
import { watchProgress } from './send-form.ts'

const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Returns a function that takes a CSV file in chunks and returns the number of complete rows so far, without the header. */
export function createRowCounter(): (chunk: Uint8Array) => number {
  let inQuotes = false
  let lines = 0
  return (chunk) => {
    for (const byte of chunk) {
      // An escaped quote is doubled and toggles twice.
      if (byte === QUOTE) inQuotes = !inQuotes
      else if (byte === LINE_FEED && !inQuotes) lines++
    }
    return Math.max(0, lines - 1)
  }
}

/** Some browsers read the blob only a while after the click. */
const KEEP_FILE_MS = 60_000
/** Chunks are joined into blobs of this size, which browsers store outside the page's memory. */
const PIECE_BYTES = 1_000_000
/** The time limit of retries on a busy server, and the longest accepted Retry-After. */
const RETRY_FOR_MS = 60_000
const MAX_RETRY_AFTER_S = 10

export interface DownloadProgress {
  rows: number
  /** Undefined when the server sent no count. */
  total: number | undefined
}

/** Downloads a CSV file with the user's access token and reports progress. Returns false after a failure. */
export function downloadFile(
  path: string,
  name: string,
  onProgress: (progress: DownloadProgress) => void,
): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    const stalled = new AbortController()
    const watch = watchProgress(() => stalled.abort())
    const { signal } = stalled
    try {
      for (const until = performance.now() + RETRY_FOR_MS; ; ) {
        const response = await dispatch(
          callSignedIn(
            (token) => fetch(path, { signal, ...(token && { headers: { authorization: `Bearer ${token}` } }) }),
            ({ status }) => status,
          ),
        )
        if (response.ok) {
          const onChunk = (progress: DownloadProgress) => {
            watch.onProgress()
            onProgress(progress)
          }
          saveFile(await readFile(response, onChunk), name)
          return true
        }
        const pause = retryAfterMs(response)
        if (pause === undefined || performance.now() > until) return false
        await new Promise((resolve) => setTimeout(resolve, pause))
        watch.onProgress()
      }
    } catch {
      return false
    } finally {
      watch.stop()
    }
  }
}

/** Returns the pause before a retry; undefined when a retry is pointless. */
function retryAfterMs({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return status === 503 && seconds <= MAX_RETRY_AFTER_S ? seconds * 1000 : undefined
}

async function readFile(response: Response, onProgress: (progress: DownloadProgress) => void): Promise<Blob> {
  const header = response.headers.get(TOTAL_ROWS_HEADER)
  const total = header === null ? undefined : Number(header)
  const reader = response.body?.getReader()
  if (!reader) return response.blob()
  const countRows = createRowCounter()
  const pieces: Blob[] = []
  let chunks: BlobPart[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    bytes += value.byteLength
    if (bytes >= PIECE_BYTES) {
      pieces.push(new Blob(chunks))
      chunks = []
      bytes = 0
    }
    onProgress({ rows: countRows(value), total })
  }
  return new Blob([...pieces, ...chunks], { type: response.headers.get('content-type') ?? '' })
}

function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_FILE_MS)
}
