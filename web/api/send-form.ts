import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { inOwnName } from './api.ts'

interface FormRequest {
  method: 'POST' | 'PUT'
  /** From the root of the site. */
  path: string
  body: FormData | Blob
  headers?: Record<string, string>
  /** Hears the part that has been sent, 0 to 1; `fetch` could not tell. */
  onProgress: (sent: number) => void
}

type FormAnswer<Answer> = { data: Answer } | { error: FetchBaseQueryError }

/** Sends files in the name of the signed-in person and answers as a query of `api` does. Never throws. */
export function sendForm<Answer>(request: FormRequest): Promise<FormAnswer<Answer>> {
  return inOwnName(
    (token) => send<Answer>(request, token),
    (answer) => 'error' in answer && answer.error.status,
  )
}

function send<Answer>(request: FormRequest, token: string | null): Promise<FormAnswer<Answer>> {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest()
    call.open(request.method, request.path)
    const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) }
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.upload.onprogress = ({ loaded, total }) => total > 0 && request.onProgress(loaded / total)
    call.onerror = () => resolve({ error: { status: 'FETCH_ERROR', error: 'no answer' } })
    call.onload = () => resolve(read<Answer>(call))
    call.send(request.body)
  })
}

function read<Answer>({ status, responseText }: XMLHttpRequest): FormAnswer<Answer> {
  let body: unknown
  try {
    body = responseText === '' ? null : JSON.parse(responseText)
  } catch {
    return { error: { status: 'PARSING_ERROR', originalStatus: status, data: responseText, error: 'not JSON' } }
  }
  return status < 400 ? { data: body as Answer } : { error: { status, data: body } }
}
