import { expect } from 'vitest'

/** A client of a running server: `send` throws unless the response has this status. */
export async function createClient(origin: string) {
  const home = await (await fetch(origin)).text()
  const apikey = /"apiKey":"([^"]+)"/.exec(home)?.[1] ?? ''
  async function send(status: number, path: string, body?: unknown, token?: string): Promise<string> {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}${path}`, {
      ...(body !== undefined && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
      headers: {
        apikey,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    const text = await response.text()
    expect([path, response.status, response.status === status ? '' : text]).toEqual([path, status, ''])
    return text
  }
  async function signUp(email: string, role: string): Promise<string> {
    const session = await send(200, '/auth/v1/signup', { email, password: 'a long enough phrase', data: { role } })
    return JSON.parse(session).access_token
  }
  return { send, signUp }
}
