import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import type { ApiError } from '../../shared/kernel/errors.ts'

/** Answers a GET on our own API while the server renders a page; see `server/ssr`. */
export type FetchApi = (path: string) => Promise<{ status: number; body: unknown }>

/** What the store hands to every query: `fetchApi` on the server, nothing in the browser. */
export interface ApiExtra {
  fetchApi?: FetchApi
}

/** Marks an endpoint that is asked in the name of the signed-in person. */
interface ApiOptions {
  signedIn?: boolean
}

type TokenSource = () => Promise<string | null>

interface SignedIn {
  token: TokenSource
  /** Called when the server answers 401 to a call with this token; answers a newer one, null when there is none. */
  renewed: (refused: string) => Promise<string | null>
  /** Whether also what is open to everyone is asked in the person's name: writers of the catalogue see what they wrote. */
  isWriter: () => boolean
}

let signedIn: SignedIn = { token: async () => null, renewed: async () => null, isWriter: () => false }

/** Tells the API (in the browser) how to speak for the person who is signed in. */
export function setSignedIn(person: SignedIn): void {
  signedIn = person
}

/** A lost connection counts as a failure after this long; what waits for the answer goes on. */
const TIMEOUT_MS = 30_000

/** The access token for a call that does not go through `api`; null when nobody is signed in. */
export function readAccessToken(): Promise<string | null> {
  return signedIn.token()
}

/**
 * Makes a call in the name of the signed-in person. One that is refused with 401 is made once more when the token was
 * over and the session is not.
 */
export async function inOwnName<Answer>(
  call: (token: string | null) => Promise<Answer>,
  statusOf: (answer: Answer) => unknown,
): Promise<Answer> {
  const token = await signedIn.token()
  const answer = await call(token)
  if (!token || statusOf(answer) !== 401) return answer
  const newer = await signedIn.renewed(token)
  return newer ? call(newer) : answer
}

const overNetwork = fetchBaseQuery({ baseUrl: '/api', timeout: TIMEOUT_MS })

const baseQuery: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, ApiOptions> = async (
  args,
  api,
  options = {},
) => {
  const { fetchApi } = api.extra as ApiExtra
  if (fetchApi) return throughServer(fetchApi, args)
  if (!options.signedIn && !signedIn.isWriter()) return overNetwork(args, api, options)
  const request: FetchArgs = typeof args === 'string' ? { url: args } : args
  const withToken = async (token: string | null) => {
    const headers = new Headers(request.headers as HeadersInit | undefined)
    if (token) headers.set('authorization', `Bearer ${token}`)
    return overNetwork({ ...request, headers }, api, options)
  }
  return inOwnName(withToken, ({ error }) => error?.status)
}

async function throughServer(fetchApi: FetchApi, args: string | FetchArgs) {
  const { url, params = {} } = typeof args === 'string' ? { url: args } : args
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const { status, body } = await fetchApi(`/api${url}${given.length ? `?${query}` : ''}`)
  return status < 400 ? { data: body } : { error: { status, data: body } }
}

/** Answers given to one person only. */
export const PERSONAL_TAGS = [
  'Cart',
  'Order',
  'Session',
  'Profile',
  'SellerProduct',
  'SellerOrder',
  'AdminProduct',
  'AdminOrder',
  'AdminUser',
] as const

/** The one API of the front end; a feature adds its calls with `injectEndpoints`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Product', ...PERSONAL_TAGS],
  endpoints: () => ({}),
})

/** The refusal the server gave, when a failed call got that far. */
export function apiErrorOf(error: unknown): (ApiError & { status: number }) | null {
  if (typeof error !== 'object' || error === null || !('status' in error) || !('data' in error)) return null
  const { status, data } = error
  if (typeof status !== 'number' || typeof data !== 'object' || data === null) return null
  if (!('code' in data) || !('message' in data)) return null
  return { ...(data as ApiError), status }
}
