import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { callSignedIn, recordCatalogChange } from './api.ts'
import type { AppThunk } from './app-store.ts'

interface FormRequest {
  method: 'POST' | 'PUT'
  path: string
  body: FormData | Blob
  headers?: Record<string, string>
  /** The call changes the public catalog. */
  changesCatalog?: boolean
  /** Called with the fraction sent, 0 to 1. `fetch` does not report upload progress. */
  onProgress: (sent: number) => void
}

type FormResult<Data> = { data: Data } | { error: FetchBaseQueryError }

const UNREACHABLE = { error: { status: 'FETCH_ERROR', error: 'unreachable' } } as const

/** Sends files with the user's access token; returns a result like a query of `api`. Never throws. */
export function sendForm<Data>(request: FormRequest): AppThunk<Promise<FormResult<Data>>> {
  const call = callSignedIn(
    (token) => send<Data>(request, token),
    (result) => 'error' in result && result.error.status,
  )
  return async (dispatch, _getState, services) => {
    const result = await dispatch(call).catch(() => UNREACHABLE)
    if (request.changesCatalog) recordCatalogChange(services)
    return result
  }
}

function send<Data>(request: FormRequest, token: string | null): Promise<FormResult<Data>> {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest()
    call.open(request.method, request.path)
    const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) }
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    const watch = watchProgress(() => call.abort())
    call.upload.onprogress = ({ loaded, total }) => {
      watch.onProgress()
      if (total > 0) request.onProgress(loaded / total)
    }
    call.onloadend = watch.stop
    call.onerror = () => resolve(UNREACHABLE)
    call.onabort = call.onerror
    call.onload = () => resolve(read<Data>(call))
    call.send(request.body)
  })
}

function read<Data>({ status, responseText }: XMLHttpRequest): FormResult<Data> {
  let body: unknown
  try {
    body = responseText === '' ? null : JSON.parse(responseText)
  } catch {
    return { error: { status: 'PARSING_ERROR', originalStatus: status, data: responseText, error: 'unparsable' } }
  }
  return status < 400 ? { data: body as Data } : { error: { status, data: body } }
}

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
