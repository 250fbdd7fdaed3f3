import { announce } from '../../../db/channels.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { shopName } from '../../../shared/app/name.ts'
import type { SaveMailServer } from '../../../shared/mail/settings-schema.ts'
import type { Config } from '../../platform/config/config.ts'
import { DEFAULT_MAIL_FROM } from '../../platform/config/declarations.ts'
import type { Channels } from '../../platform/data/channels.ts'
import { seal, unseal } from '../../platform/keys/sealing.ts'
import { deriveKey, type Secrets } from '../../platform/keys/secrets.ts'
import { type MailSettingsRow, readMailSettings } from './settings-queries.ts'

const CHANNEL = 'mail_settings'
const DEFAULT_SENDER = 'no-reply@localhost'

/** A mail server that was set in the browser. */
export type StoredMailServer = Omit<SaveMailServer, 'revision' | 'password'> & { password: string }

/** The settings in force: those of the environment, else those of the browser. */
export interface PresentMail {
  /** Absent: mails stay in the outbox. */
  server: StoredMailServer | { url: string } | undefined
  from: string | { name: string; address: string }
  replyTo: string | undefined
  footer: string | undefined
}

export interface MailSettingsReader {
  /** Returns the settings in force; read once until they change, while changes are announced to this process. */
  read(tx?: Tx): Promise<PresentMail>
}

interface Options {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  secrets: Secrets
  channels?: Pick<Channels, 'connected' | 'subscribe'> | undefined
}

export function createMailSettings({ db, config, secrets, channels }: Options): MailSettingsReader {
  let known: PresentMail | undefined
  let changes = 0
  const forget = () => {
    known = undefined
    changes += 1
  }
  channels?.subscribe(CHANNEL, { onConnect: forget, onMessage: forget })
  return {
    async read(tx) {
      if (known && channels?.connected) return known
      const before = changes
      const present = presentOf(await readMailSettings(tx ?? db), config, secrets)
      if (before === changes) known = present
      return present
    },
  }
}

function presentOf(row: MailSettingsRow, { smtpUrl, mailFrom }: Options['config'], secrets: Secrets): PresentMail {
  const stored = smtpUrl ? undefined : unsealServer(secrets, row.sealed_server)
  const named = {
    // The marketplace may be renamed meanwhile.
    get name() {
      return row.sender_name ?? shopName()
    },
    address: stored?.sender ?? DEFAULT_SENDER,
  }
  return {
    server: smtpUrl ? { url: smtpUrl } : stored,
    from: mailFrom === DEFAULT_MAIL_FROM ? named : mailFrom,
    replyTo: row.reply_to ?? undefined,
    footer: row.footer ?? undefined,
  }
}

/** Makes every process read the settings again once the transaction has committed. */
export function mailSettingsChanged(tx: Tx): Promise<void> {
  return announce(tx, CHANNEL)
}

export function sealServer(secrets: Secrets, server: StoredMailServer): Buffer {
  return seal(deriveKey(secrets, CHANNEL), JSON.stringify(server), CHANNEL)
}

/** Returns the stored mail server; undefined without one, and when it was sealed with other keys. */
export function unsealServer(secrets: Secrets, sealed: Buffer | null): StoredMailServer | undefined {
  if (!sealed) return undefined
  try {
    return JSON.parse(unseal(deriveKey(secrets, CHANNEL), sealed, CHANNEL))
  } catch {
    return undefined
  }
}
