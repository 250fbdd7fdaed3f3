import type { GoTrueClient, Session } from '@supabase/auth-js'
import { expect } from 'vitest'
import { type AuthBrowser, click, openAuthBrowser } from './auth-browser.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export const PASSWORD = 'a long enough phrase'
export const SITE = 'http://localhost:3000'
/** The address that links redirect to. */
export const BACK = `${SITE}/welcome?from=mail`

/** A marketplace with the stock client, a real mail server, and confirmation of addresses. */
export interface MailMarket {
  testApp: TestApp
  mail: MailServer
  /** The address of the server; its mails say `SITE`. */
  url: string
  newEmail(): string
  open(flowType?: 'pkce'): AuthBrowser
  /** Opens the link of a mail. */
  clickIn(mail: { link: string }): ReturnType<typeof click>
  /** Returns a user who has opened the first mail and signed in. */
  confirmed(email?: string): Promise<AuthBrowser & { email: string; session: Session }>
  close(): Promise<void>
}

/** Opens a marketplace with its own mail server. */
export async function openMailMarket(): Promise<MailMarket> {
  const mail = await startMailServer()
  const testApp = await createTestApp({ config: { smtpUrl: mail.url, emailConfirm: true, messageGapSeconds: 0 } })
  const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  let users = 0

  const newEmail = () => `user-${++users}@example.com`
  const open = (flowType?: 'pkce') =>
    openAuthBrowser({ url, apiKey: testApp.deps.secrets.apiKey, ...(flowType && { flowType }) })
  // With the address of the running server, as nothing serves `SITE`.
  const clickIn = ({ link }: { link: string }) => {
    expect(link.startsWith(`${SITE}/verify?`)).toBe(true)
    return click(link.replace(SITE, url))
  }

  return {
    testApp,
    mail,
    url,
    newEmail,
    open,
    clickIn,
    async confirmed(email = newEmail()) {
      const browser = open()
      await browser.auth.signUp({ email, password: PASSWORD })
      await clickIn(await mail.mailTo(email))
      const { data, error } = await signIn(browser.auth, email)
      if (error || !data.session) throw error ?? new Error('no session')
      return { ...browser, email, session: data.session }
    },
    async close() {
      await testApp.close()
      await mail.close()
    },
  }
}

/** Signs in with the password shared by all users here. */
export function signIn(auth: GoTrueClient, email: string, password = PASSWORD) {
  return auth.signInWithPassword({ email, password })
}
