import type { FastifyInstance } from 'fastify'

interface Pattern {
  segments: string[]
  methods: Set<string>
}

/**
 * Watches the routes that are added from now on. The returned function returns the methods of those with a path. Routes
 * with a wildcard are left out: they decide by themselves what exists.
 */
export function watchRoutes(app: FastifyInstance): (path: string) => string[] {
  const patterns = new Map<string, Pattern>()

  app.addHook('onRoute', ({ method, url }) => {
    if (url.endsWith('*')) return
    const known = patterns.get(url) ?? { segments: url.split('/'), methods: new Set() }
    patterns.set(url, known)
    for (const one of [method].flat()) known.methods.add(one)
  })

  return (path) => {
    const segments = path.split('/')
    const matching = [...patterns.values()].filter((known) => matches(known, segments))
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))]
  }
}

function matches(known: Pattern, segments: string[]): boolean {
  if (known.segments.length !== segments.length) return false
  return known.segments.every((wanted, index) => {
    const segment = segments[index] ?? ''
    const [before = '', parameter] = wanted.split(':')
    if (parameter === undefined) return segment === wanted
    const after = parameter.replace(/^\w+/, '')
    return segment.startsWith(before) && segment.endsWith(after) && segment.length > before.length + after.length
  })
}
