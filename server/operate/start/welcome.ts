import type { demoAccounts } from '../../../demo/accounts.ts'
import { setupLink } from '../../people/auth/setup/setup-link.ts'
import type { Config } from '../../platform/config/config.ts'
import { hasOutboxPage } from '../../platform/config/loopback.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'

/** Returns the text that the start prints: addresses, accounts, how orders are paid, and where mails are. */
export function welcomeText(
  config: Config,
  start: {
    address: string
    tookMs: number
    accounts: typeof demoAccounts
    hasAdmin: boolean
    /** A mail server was set in the browser. */
    hasMailServer?: boolean
    /** The keys that the link for the first admin is made from; absent when there was an admin. */
    setup?: Secrets | undefined
  },
): string {
  // Port 0 chooses a free one.
  const site = config.siteUrl.endsWith(':0') ? start.address : config.siteUrl
  const lines = ['', `  Openstall is ready (after ${(start.tookMs / 1000).toFixed(1)} s)`, '', `    Shop   ${site}/`]
  if (start.accounts.length) lines.push('', '  Demo accounts:')
  for (const { role, email, password } of start.accounts)
    lines.push(`    ${role.padEnd(6)} ${email}   password: ${password}`)
  if (start.setup) lines.push('', '  There is no admin yet:', `    Open ${setupLink(config, start.setup, site)}`)
  else if (!start.hasAdmin) lines.push('', '  There is no admin: npm run admin -- create you@example.com')
  if (config.payments === 'sandbox') lines.push('', '  Orders are paid with play money. To end that: PAYMENTS=off')
  if (config.payments === 'off')
    lines.push('', '  Orders are not paid here: sellers contact their buyers. To take payments: PAYMENTS=stripe')
  if (!config.smtpUrl && !start.hasMailServer) lines.push('', mailLine(config, site))
  return [...lines, ''].join('\n')
}

function mailLine(config: Config, site: string): string {
  return hasOutboxPage(config)
    ? `    Emails ${site}/outbox`
    : '  Emails are not sent: set SMTP_URL, or Emails in the admin area. To read them: npm run admin -- outbox'
}
