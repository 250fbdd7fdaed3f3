import type { App } from './guards.ts'

/** Accepts forms as browsers send them: pages without scripts, and providers that have the browser post their response. */
export function acceptForms(app: App): void {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}
