import type { Db } from '../../../db/tables.ts'
import { testMail } from '../../../shared/mail/settings-messages.ts'
import type { MailTest } from '../../../shared/mail/settings-schema.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import type { Config } from '../../platform/config/config.ts'
import type { MailSettingsReader } from '../mail/mail-settings.ts'
import { sendOnce } from '../mail/send-mail.ts'
import { renderMail } from '../mail/templates.ts'
import { mailSettingsError } from './change-mail-settings.ts'

const MAX_LINE_LENGTH = 200
/** The start of the codes with which Node reports a certificate or a handshake that it does not accept. */
const TLS_FAULTS = /^(?:ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_)/

interface TryingDeps {
  db: Db
  config: Pick<Config, 'siteUrl' | 'languages'>
  settings: MailSettingsReader
}

/** Sends a mail to a user at once and returns the outcome. Throws AppError 409 without a server or an address. */
export async function tryMailServer({ db, config, settings }: TryingDeps, userId: string): Promise<MailTest> {
  const to = (await readContacts(db, [userId])).get(userId)?.email
  if (!to) throw mailSettingsError('no_own_address')
  const present = await settings.read()
  const { server, footer } = present
  if (!server) throw mailSettingsError('no_mail_server')
  const { subject, lead } = testMail
  const mail = renderMail('account_update', { subject, lead }, { ...config, footer })
  try {
    await sendOnce(config, { ...present, server }, { to, ...mail })
    return { outcome: 'accepted', to, line: null }
  } catch (error) {
    return { ...faultOf(error), to }
  }
}

interface MailFault {
  code?: string
  /** The code of the network's error. */
  originalCode?: string
  /** The server's line. */
  response?: string
}

function faultOf(error: unknown): Omit<MailTest, 'to'> {
  const { code = '', originalCode = code, response } = Object(error) as MailFault
  const line = shownLine(response ?? originalCode)
  if (code === 'EAUTH') return { outcome: 'login_refused', line }
  if (code === 'ETLS' || TLS_FAULTS.test(originalCode)) return { outcome: 'tls_failed', line }
  return { outcome: response === undefined ? 'no_answer' : 'refused', line }
}

function shownLine(text: string): string | null {
  return (
    text
      .replaceAll(/[^\P{C}]+/gu, ' ')
      .trim()
      .slice(0, MAX_LINE_LENGTH)
      .toWellFormed() || null
  )
}
