import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { mailSettingsErrors } from '../../../shared/mail/settings-errors.ts'
import { testMail } from '../../../shared/mail/settings-messages.ts'
import type {
  MailSettings,
  MailTest,
  SaveMailServer,
  SaveMailTexts,
  ShownMailServer,
} from '../../../shared/mail/settings-schema.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import { lockOwner } from '../../people/accounts/require-owner.ts'
import { type Acting, recordSettings } from '../../people/audit/queries.ts'
import type { Config } from '../../platform/config/config.ts'
import { DEFAULT_MAIL_FROM } from '../../platform/config/declarations.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import {
  type MailSettingsReader,
  mailSettingsChanged,
  type StoredMailServer,
  sealServer,
  unsealServer,
} from '../mail/mail-settings.ts'
import { sendOnce } from '../mail/send-mail.ts'
import { readMailSettings, updateMailSettings } from '../mail/settings-queries.ts'
import { renderMail } from '../mail/templates.ts'

const mailSettingsError = errorsOf(mailSettingsErrors)

/** The target of the journal's entries. */
const TARGET = 'mail'

export interface MailSettingsDeps {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl' | 'languages'>
  secrets: Secrets
}

/** Returns the settings of mails; the server's, without the password, only to owners. */
export async function readSettings(
  { db, config, secrets }: MailSettingsDeps,
  { isOwner }: { isOwner: boolean },
): Promise<MailSettings> {
  const { revision, sender_name, reply_to, footer, sealed_server, server_saved_at } = await readMailSettings(db)
  const server = unsealServer(secrets, sealed_server)
  return {
    revision,
    sender_name: sender_name ?? '',
    reply_to: reply_to ?? '',
    footer: footer ?? '',
    sender_by_environment: config.mailFrom === DEFAULT_MAIL_FROM ? null : config.mailFrom,
    server_by_environment: config.smtpUrl !== undefined,
    sends: config.smtpUrl !== undefined || server !== undefined,
    server: isOwner && server ? shownOf(server) : null,
    server_saved_at: server_saved_at?.toISOString() ?? null,
  }
}

function shownOf({ password, ...server }: StoredMailServer): ShownMailServer {
  return { ...server, has_password: password !== '' }
}

/** Saves the texts of mails. Throws AppError 409 for an outdated revision. */
export function saveTexts({ db }: MailSettingsDeps, by: Acting, { revision, ...texts }: SaveMailTexts): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await readMailSettings(tx)
    const { sender_name, reply_to, footer } = texts
    await update(tx, revision, {
      sender_name: sender_name || null,
      reply_to: reply_to || null,
      footer: footer || null,
    })
    await recordSettings(tx, by, 'mail_texts', {
      target: TARGET,
      before: { sender_name: before.sender_name ?? '', reply_to: before.reply_to ?? '', footer: before.footer ?? '' },
      after: texts,
    })
  })
}

/** Saves the mail server. Throws AppError 409 as above and when the environment has one, 400 without the password, 403. */
export function saveServer(
  { db, config, secrets }: MailSettingsDeps,
  by: Acting,
  { revision, password, ...given }: SaveMailServer,
): Promise<void> {
  if (config.smtpUrl) throw mailSettingsError('server_by_environment')
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, by)
    const { sealed_server } = await readMailSettings(tx)
    const before = unsealServer(secrets, sealed_server)
    const server = { ...given, password: password ?? storedPassword(before, given) }
    await update(tx, revision, { sealed_server: sealServer(secrets, server), server_saved_at: by.now })
    const [former, present] = [before ? recorded(before) : null, recorded(server)]
    const after = server.password === (before?.password ?? '') ? present : { ...present, password: 'changed' }
    await recordSettings(tx, by, 'mail_server', { target: TARGET, before: former, after })
  })
}

/** The stored password is for the server that it was entered for: another one must not get it. */
function storedPassword(before: StoredMailServer | undefined, given: Omit<StoredMailServer, 'password'>): string {
  if (!given.user) return ''
  const isSame = (['host', 'port', 'encryption', 'user'] as const).every((name) => before?.[name] === given[name])
  if (!before || !isSame) throw mailSettingsError('mail_password_needed', { field: 'password' })
  return before.password
}

/** Returns a server for the journal, without its password. */
function recorded({ host, port, encryption, user, sender }: StoredMailServer) {
  return { host, port, encryption, user, sender }
}

/** Removes the mail server. Throws AppError 403, 409 for an outdated revision. */
export function removeServer({ db, secrets }: MailSettingsDeps, by: Acting, revision: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, by)
    const { sealed_server } = await readMailSettings(tx)
    const server = unsealServer(secrets, sealed_server)
    await update(tx, revision, { sealed_server: null, server_saved_at: null })
    // One that was sealed with other keys cannot be read.
    const unreadable = sealed_server && { host: '' }
    const before = server ? recorded(server) : unreadable
    await recordSettings(tx, by, 'mail_server', { target: TARGET, before, after: null })
  })
}

async function update(tx: Tx, revision: number, change: Parameters<typeof updateMailSettings>[2]): Promise<void> {
  if (!(await updateMailSettings(tx, revision, change))) throw mailSettingsError('newer_revision')
  await mailSettingsChanged(tx)
}

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
