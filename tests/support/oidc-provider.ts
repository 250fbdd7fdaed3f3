import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { closeServer, listen } from './loopback.ts'

interface ProviderUser {
  email?: string
  email_verified?: boolean
  name?: string
}

export interface TestOidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** A second client, such as an app that obtains ID tokens by itself. */
  appClientId: string
  appRedirect: string
  /** The claims about each subject; others have the verified address `<sub>@example.com`. */
  users: Map<string, ProviderUser>
  close(): Promise<void>
}

const APP_REDIRECT = 'http://localhost:9/signed-in'

/** A real OpenID provider on loopback, with its own log-in and consent pages. */
export async function startOidcProvider(redirectUris: string[]): Promise<TestOidcProvider> {
  const server = createServer()
  const issuer = await listen(server)
  const users = new Map<string, ProviderUser>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'market',
        client_secret: 'a secret of the market',
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
      },
      { client_id: 'app', redirect_uris: [APP_REDIRECT], token_endpoint_auth_method: 'none' },
    ],
    // ID tokens stay small: the email address is in the user info.
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: true,
    cookies: { keys: ['a key for the cookies of this provider'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...(users.get(sub) ?? { email: `${sub}@example.com`, email_verified: true, name: sub }) }),
    }),
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    clientId: 'market',
    clientSecret: 'a secret of the market',
    appClientId: 'app',
    appRedirect: APP_REDIRECT,
    users,
    close: () => closeServer(server),
  }
}
