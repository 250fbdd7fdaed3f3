import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { closeServer, listen } from './loopback.ts'

export interface GithubLikeUser {
  id: number
  login: string
  name: string | null
  emails: { email: string; primary: boolean; verified: boolean; visibility: string | null }[]
}

/** Starts a server with GitHub's protocol: OAuth 2 with PKCE, errors with status 200, the user and email API. */
export async function startGithubLike(options: { clientId: string; clientSecret: string; redirectUri: string }) {
  let user: GithubLikeUser | undefined
  const codes = new Map<string, { challenge: string; user: GithubLikeUser }>()
  const tokens = new Map<string, GithubLikeUser>()

  function authorize(url: URL, response: ServerResponse): void {
    const query = url.searchParams
    if (query.get('client_id') !== options.clientId || query.get('redirect_uri') !== options.redirectUri) {
      response.writeHead(404).end('The redirect_uri is not associated with this application.')
      return
    }
    const back = new URL(options.redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (user) {
      const code = randomUUID().replaceAll('-', '').slice(0, 20)
      codes.set(code, { challenge: query.get('code_challenge') ?? '', user })
      back.searchParams.set('code', code)
    } else {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The user has denied your application access.')
    }
    response.writeHead(302, { location: back.href }).end()
  }

  /** Errors have status 200, as at GitHub. */
  async function exchange(request: IncomingMessage): Promise<Answer> {
    const form = new URLSearchParams(await text(request))
    const issued = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (form.get('client_secret') !== options.clientSecret)
      return { body: { error: 'incorrect_client_credentials', error_description: 'Incorrect.' } }
    if (!issued || issued.challenge !== challenge)
      return { body: { error: 'bad_verification_code', error_description: 'The code passed is incorrect.' } }
    const access_token = `gho_${randomUUID().replaceAll('-', '')}`
    tokens.set(access_token, issued.user)
    return { body: { access_token, token_type: 'bearer', scope: 'user:email' } }
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/login/oauth/authorize') authorize(url, response)
    else if (url.pathname === '/login/oauth/access_token') json(response, await exchange(request))
    else if (url.pathname.startsWith('/api/user')) json(response, respondAsApi(tokens, url.pathname, request))
    else response.writeHead(404).end()
  })
  const baseUrl = await listen(server)
  return {
    baseUrl,
    apiUrl: `${baseUrl}/api`,
    /** The user who is signed in at the provider; undefined for one who refuses. */
    signIn: (next: GithubLikeUser | undefined) => {
      user = next
    },
    close: () => closeServer(server),
  }
}

interface Answer {
  status?: number
  body: unknown
}

function respondAsApi(tokens: Map<string, GithubLikeUser>, path: string, { headers }: IncomingMessage): Answer {
  const known = tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
  if (!headers['user-agent']) return { status: 403, body: { message: 'User-Agent needed' } }
  if (!known) return { status: 401, body: { message: 'Bad credentials' } }
  const { emails, ...user } = known
  const isUser = path === '/api/user'
  return { body: isUser ? { ...user, avatar_url: 'https://elsewhere.example/x.png', email: null } : emails }
}

function json(response: ServerResponse, { status = 200, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
