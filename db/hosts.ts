export type Connection =
  | string
  | {
      host: string
      port: number
      user: string
      database: string
      password?: string
      ssl?: false
      options?: string
    }

/** Values of libpq's `target_session_attrs` that require a host that accepts writes. */
const WRITABLE = ['read-write', 'primary']

/**
 * Returns the URL of each host that a connection URL names, as libpq reads it: `postgres://a:5432,b:5432/shop`, or
 * `postgres:///shop?host=a,b&port=5432,5433`. All other parts, such as the password and the settings of TLS, hold for each.
 * Throws an Error, without the URL in it, when it is malformed, or names several hosts without requiring one that takes writes.
 */
export function hostUrls(url: string): string[] {
  const [, start = '', user = '', places = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)([^?#]*)\??([^#]*)/.exec(url) ?? []
  if (!start) throw new Error('must begin with postgres://')
  const params = new URLSearchParams(query)
  const named = splitHosts(params.get('host')) ?? splitHosts(places) ?? []
  const several = named.length > 1
  if (!several) return [checked(url)]
  const wanted = params.get('target_session_attrs') ?? 'read-write'
  if (!WRITABLE.includes(wanted)) throw new Error(`target_session_attrs=${wanted}: must be read-write or primary`)

  const ports = splitHosts(params.get('port'))
  if (ports && ports.length > 1 && ports.length !== named.length) throw new Error('needs one port, or one per host')
  params.delete('target_session_attrs')
  const inQuery = params.has('host')
  return named.map((host, index) => {
    const own = new URLSearchParams(params)
    if (inQuery) own.set('host', host)
    if (ports) own.set('port', ports[index] ?? ports[0] ?? '')
    const tail = own.size ? `?${own}` : ''
    return checked(`${start}${user}${inQuery ? places : host}${path}${tail}`)
  })
}

/** Returns the name and port of a host for messages, without user and password. */
export function hostName(url: string): string {
  const { host, searchParams } = new URL(url)
  const port = searchParams.get('port')
  const name = searchParams.get('host') ?? host
  return port ? `${name}:${port}` : name
}

function splitHosts(list: string | null): string[] | undefined {
  if (!list) return undefined
  const hosts = list.split(',').map((host) => host.trim())
  if (hosts.length > 1 && hosts.includes('')) throw new Error('has an empty host')
  return hosts
}

function checked(url: string): string {
  // The parser's own message would contain the URL, and so the password.
  if (!URL.canParse(url)) throw new Error('is not a postgres URL')
  return url
}
