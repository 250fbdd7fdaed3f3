import { useState } from 'react'
import { MAX_EMAIL_LENGTH } from '../../../../shared/accounts/constants.ts'
import { formatMinute } from '../../../../shared/kernel/locale.ts'
import { MAX_FOOTER_LENGTH, MAX_SENDER_NAME_LENGTH } from '../../../../shared/mail/settings-constants.ts'
import { mailSettingsErrors } from '../../../../shared/mail/settings-errors.ts'
import { mailSettingsMessages } from '../../../../shared/mail/settings-messages.ts'
import type { MailSettings, MailTest } from '../../../../shared/mail/settings-schema.ts'
import { failureOf, failureText } from '../../../api/failure-text.ts'
import { DraftOffer } from '../../../session/draft-offer.tsx'
import { useDraftedForm } from '../../../session/use-drafted-form.ts'
import { useCan } from '../../../session/use-rights.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { TextArea } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { Page } from '../../../ui/page.tsx'
import { useGetMailSettingsQuery, useSaveMailTextsMutation, useSendTestMailMutation } from './mail-api.ts'
import { type MailFormProps, ServerForm } from './server-form.tsx'

/** The sender, footer and server of emails, with a test; the server is for owners. */
export function AdminMailPage() {
  const result = useGetMailSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Page title={mailSettingsMessages.title} personal width="medium">
      <Loaded result={result} failure={mailSettingsMessages.failed} skeleton="h-160">
        {(data) => <MailCards read={data} />}
      </Loaded>
    </Page>
  )
}

function MailCards({ read }: { read: MailSettings }) {
  /** The settings as they were read or saved here: a newer revision never comes with the older texts of a form. */
  const [settings, setSettings] = useState(read)
  const can = useCan()
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card id="texts" title={mailSettingsMessages.textsHeading}>
        <TextsForm settings={settings} onSaved={setSettings} />
      </Card>
      <Card id="server" title={mailSettingsMessages.serverHeading}>
        <ServerState settings={settings} />
        {can('owner') && !settings.server_by_environment && <ServerForm settings={settings} onSaved={setSettings} />}
      </Card>
      {settings.sends && (
        <Card id="trial" title={mailSettingsMessages.testHeading}>
          <MailTrial />
        </Card>
      )}
    </div>
  )
}

function ServerState({
  settings: { server_by_environment, sends, server_saved_at: savedAt },
}: {
  settings: MailSettings
}) {
  if (server_by_environment) return <p>{mailSettingsMessages.byEnvironment}</p>
  if (!savedAt) return <p>{mailSettingsMessages.none}</p>
  if (!sends) return <p className="text-danger">{mailSettingsMessages.unreadable}</p>
  return <p className="text-muted">{mailSettingsMessages.savedAt({ at: formatMinute(savedAt) })}</p>
}

/** A button that sends the admin a mail, and what came of it. */
export function MailTrial() {
  const [send, { data, error, isLoading }] = useSendTestMailMutation()
  const reason = failureText(error, mailSettingsErrors)
  return (
    <div className="grid gap-3">
      <Button variant="secondary" busy={isLoading} className="justify-self-start" onClick={() => void send()}>
        {mailSettingsMessages.test}
      </Button>
      {!isLoading && <FailureNote text={error ? mailSettingsMessages.testFailed({ reason }) : null} />}
      {!isLoading && data && <Outcome test={data} />}
    </div>
  )
}

function Outcome({ test: { outcome, to, line } }: { test: MailTest }) {
  if (outcome === 'accepted') return <p role="status">{mailSettingsMessages.accepted({ to })}</p>
  // The lines of servers begin with a code of three digits.
  const said = line && (/^\d{3}/.test(line) ? mailSettingsMessages.line : mailSettingsMessages.fault)({ line })
  return (
    <div role="alert" className="grid gap-1 wrap-anywhere">
      <p className="text-danger">{mailSettingsMessages.outcomes[outcome]}</p>
      {said && <p className="text-sm text-muted">{said}</p>}
    </div>
  )
}

const rules = async () =>
  (await loadCode(() => import('../../../../shared/mail/settings-schema.ts'), true)).mailTextsFormSchema

const textsOf = ({ sender_name, reply_to, footer }: MailSettings) => ({ sender_name, reply_to, footer })

function TextsForm({ settings, onSaved }: MailFormProps) {
  const { revision, sender_by_environment: sender } = settings
  const [save] = useSaveMailTextsMutation()
  const { formProps, field, failure, busy, offer, showSaved } = useDraftedForm('mail-texts', {
    rules,
    defaultValues: textsOf(settings),
    send: async (values) => {
      const { data, error } = await save({ ...values, revision })
      if (!data) return failureOf(error, mailSettingsErrors, mailSettingsMessages.saveFailed)
      onSaved(data)
      showSaved(values, textsOf(data))
      showSuccess(mailSettingsMessages.saved)
      return null
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <DraftOffer {...offer} />
      <TextField
        label={mailSettingsMessages.senderName}
        {...field('sender_name')}
        maxLength={MAX_SENDER_NAME_LENGTH}
        hint={sender ? mailSettingsMessages.senderSet({ sender }) : mailSettingsMessages.senderHint}
        readOnly={sender !== null}
        autoComplete="off"
      />
      <TextField
        label={mailSettingsMessages.replyTo}
        {...field('reply_to')}
        type="email"
        maxLength={MAX_EMAIL_LENGTH}
        hint={mailSettingsMessages.replyToHint}
        autoComplete="off"
      />
      <TextArea
        label={mailSettingsMessages.footer}
        {...field('footer')}
        rows={4}
        maxLength={MAX_FOOTER_LENGTH}
        hint={mailSettingsMessages.footerHint}
      />
      <FailureNote {...failure} />
      <Button type="submit" busy={busy} className="justify-self-start">
        {mailSettingsMessages.save}
      </Button>
    </form>
  )
}
