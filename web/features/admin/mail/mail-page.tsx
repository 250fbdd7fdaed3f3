import { useState } from 'react'
import { MAX_EMAIL_LENGTH } from '../../../../shared/accounts/constants.ts'
import { formatMinute } from '../../../../shared/kernel/locale.ts'
import {
  MAIL_ENCRYPTIONS,
  MAX_FOOTER_LENGTH,
  MAX_HOST_LENGTH,
  MAX_MAIL_PASSWORD_LENGTH,
  MAX_SENDER_NAME_LENGTH,
} from '../../../../shared/mail/settings-constants.ts'
import { mailSettingsErrors } from '../../../../shared/mail/settings-errors.ts'
import { mailSettingsMessages } from '../../../../shared/mail/settings-messages.ts'
import type { MailSettings, MailTest, SaveMailServer } from '../../../../shared/mail/settings-schema.ts'
import { knownErrorOf } from '../../../api/api.ts'
import { failureOf, failureText } from '../../../api/failure-text.ts'
import { useUnsavedForm } from '../../../session/unsaved-forms.ts'
import { DraftOffer } from '../../../session/use-draft.tsx'
import { changesOf } from '../../../session/use-drafted-form.ts'
import { useCan } from '../../../session/use-rights.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureNote, leaveFocusNear } from '../../../ui/failure-note.tsx'
import { Choice, TextArea } from '../../../ui/form/fields.tsx'
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import { type CheckedForm, useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { useFailure } from '../../../ui/form/use-failures.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { Page } from '../../../ui/page.tsx'
import { areInConflict, ConflictNote, useConflict } from '../../market/conflict-note.tsx'
import { useRevisedForm } from '../../market/use-revised-form.ts'
import { mailApi } from './mail-api.ts'

/** The sender, footer and server of emails, with a test; the server is for owners. */
export function AdminMailPage() {
  const result = mailApi.useGetMailSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Page title={mailSettingsMessages.title} personal width="medium">
      <Loaded result={result} failure={mailSettingsMessages.failed} skeleton="h-160" isForm>
        {(data) => <MailCards read={data} />}
      </Loaded>
    </Page>
  )
}

function MailCards({ read }: { read: MailSettings }) {
  const [settings, setSettings] = useState(read)
  const can = useCan()
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card id="texts" title={mailSettingsMessages.textsHeading}>
        <TextsForm settings={settings} onSaved={setSettings} />
      </Card>
      <Card id="server" title={mailSettingsMessages.serverHeading}>
        <div className="grid gap-4">
          <ServerState settings={settings} />
          {can('owner') && !settings.server_by_environment && <ServerForm settings={settings} onSaved={setSettings} />}
        </div>
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
  const [send, { data, error, isLoading }] = mailApi.useSendTestMailMutation()
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

const textRules = async () =>
  (await loadCode(() => import('../../../../shared/mail/settings-schema.ts'), true)).mailTextsFormSchema

const textsOf = ({ sender_name, reply_to, footer }: MailSettings) => ({ sender_name, reply_to, footer })

const TEXT_LABELS = {
  sender_name: mailSettingsMessages.senderName,
  reply_to: mailSettingsMessages.replyTo,
  footer: mailSettingsMessages.footer,
}

function TextsForm({ settings, onSaved }: MailFormProps) {
  const { sender_by_environment: sender } = settings
  const [save] = mailApi.useSaveMailTextsMutation()
  const [readNewest] = mailApi.useLazyGetMailSettingsQuery()
  const { formProps, field, form, failure, busy, offer, theirs, resolve } = useRevisedForm({
    name: 'mail-texts',
    rules: textRules,
    settings,
    valuesOf: textsOf,
    save,
    readNewest: async () => (await readNewest()).data,
    errors: mailSettingsErrors,
    failed: mailSettingsMessages.saveFailed,
    onSaved(saved) {
      onSaved(saved)
      showSuccess(mailSettingsMessages.saved)
    },
    onResolved: onSaved,
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
      />
      <TextField
        label={mailSettingsMessages.replyTo}
        {...field('reply_to')}
        type="email"
        maxLength={MAX_EMAIL_LENGTH}
        hint={mailSettingsMessages.replyToHint}
      />
      <TextArea
        label={mailSettingsMessages.footer}
        {...field('footer')}
        rows={4}
        maxLength={MAX_FOOTER_LENGTH}
        hint={mailSettingsMessages.footerHint}
      />
      {theirs && <ConflictNote labels={TEXT_LABELS} mine={form.getValues()} theirs={theirs} onResolve={resolve} />}
      <FailureNote {...failure} />
      <Button type="submit" busy={busy} className="justify-self-start">
        {mailSettingsMessages.save}
      </Button>
    </form>
  )
}

const ENCRYPTIONS = MAIL_ENCRYPTIONS.map((value) => ({ value, text: mailSettingsMessages.encryptions[value] }))
type Encryption = SaveMailServer['encryption']
type ServerValues = Omit<SaveMailServer, 'port' | 'revision' | 'password'> & { port: string; password: string }

const EMPTY = { host: '', port: 465, encryption: 'tls', user: '', sender: '', has_password: false } as const

const serverRules = async () =>
  (await loadCode(() => import('../../../../shared/mail/settings-schema.ts'), true)).mailServerFormSchema

interface MailFormProps {
  settings: MailSettings
  onSaved: (settings: MailSettings) => void
}

const serverOf = ({ server }: Pick<MailSettings, 'server'>) => {
  const { has_password: _has, ...stored } = server ?? EMPTY
  return { ...stored, port: String(stored.port), encryption: stored.encryption as Encryption }
}

const SERVER_LABELS = {
  host: mailSettingsMessages.host,
  port: mailSettingsMessages.port,
  encryption: mailSettingsMessages.encryption,
  user: mailSettingsMessages.user,
  sender: mailSettingsMessages.senderAddress,
}

/** The mail server; its stored password is never shown. */
function ServerForm({ settings, onSaved }: MailFormProps) {
  const { server, server_saved_at } = settings
  const has_password = server?.has_password === true
  const [save] = mailApi.useSaveMailServerMutation()
  const [readNewest] = mailApi.useLazyGetMailSettingsQuery()
  async function readAgain() {
    const { data } = await readNewest()
    if (data) onSaved(data)
    return data
  }
  const { formProps, field, failure, busy, form } = useCheckedForm<ServerValues>({
    rules: serverRules,
    defaultValues: { ...serverOf(settings), password: '' },
    send: async ({ port, password, ...values }) => {
      const usesStored = has_password && password === ''
      const { data, error } = await save({ ...values, port: Number(port), ...(!usesStored && { password }), revision })
      if (data) {
        onSaved(data)
        rebase(data)
        const saved = { port, ...values, password: '' }
        const typedMeanwhile = changesOf(form.getValues(), { ...saved, password })
        form.reset(saved)
        form.reset({ ...saved, ...typedMeanwhile }, { keepDefaultValues: true })
        showSuccess(mailSettingsMessages.saved)
        return null
      }
      const code = knownErrorOf(error, mailSettingsErrors)?.code
      const newest = code === 'newer_revision' ? await readAgain() : undefined
      const refusal = failureOf(error, mailSettingsErrors, mailSettingsMessages.saveFailed)
      // The conflict itself says so.
      if (newest && areInConflict({ port, ...values }, serverOf(settings), serverOf(newest)))
        return { ...refusal, text: '' }
      return { ...refusal, fields: code === 'mail_password_needed' ? ['password'] : [] }
    },
  })
  const { password: _password, ...mine } = form.watch()
  const { revision, conflict, rebase } = useConflict({
    row: settings,
    valuesOf: serverOf,
    mine,
    load: (newest) => form.reset({ ...serverOf(newest), password: '' }),
    labels: SERVER_LABELS,
    textOf: { encryption: ({ encryption }) => mailSettingsMessages.encryptions[encryption] },
  })
  const { isDirty } = form.formState
  // Without a draft, as one field is a password.
  useUnsavedForm({ isDirty: () => isDirty, discard: () => {} })
  return (
    <form {...formProps} className="grid gap-4">
      <p className="text-muted">{mailSettingsMessages.serverText}</p>
      <ServerFields field={field} form={form} hasPassword={has_password} />
      {conflict}
      <FailureNote {...failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" busy={busy}>
          {mailSettingsMessages.save}
        </Button>
        {server_saved_at && (
          <RemoveServer
            revision={revision}
            onOutdated={readAgain}
            onRemoved={(removed) => {
              onSaved(removed)
              rebase(removed)
              form.reset({ ...EMPTY, port: String(EMPTY.port), password: '' })
            }}
          />
        )}
      </div>
    </form>
  )
}

interface ServerFieldsProps extends Pick<CheckedForm<ServerValues>, 'field' | 'form'> {
  hasPassword: boolean
}

function ServerFields({ field, form, hasPassword }: ServerFieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={mailSettingsMessages.host}
        {...field('host')}
        maxLength={MAX_HOST_LENGTH}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField label={mailSettingsMessages.port} {...field('port')} inputMode="numeric" maxLength={5} required />
      <Choice
        label={mailSettingsMessages.encryption}
        value={form.watch('encryption')}
        onChange={(encryption) => form.setValue('encryption', encryption as Encryption, { shouldDirty: true })}
        options={ENCRYPTIONS}
      />
      <TextField
        label={mailSettingsMessages.senderAddress}
        {...field('sender')}
        type="email"
        maxLength={MAX_EMAIL_LENGTH}
        hint={mailSettingsMessages.senderAddressHint}
        required
      />
      <TextField
        label={mailSettingsMessages.user}
        {...field('user')}
        maxLength={MAX_EMAIL_LENGTH}
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label={mailSettingsMessages.password}
        {...field('password')}
        maxLength={MAX_MAIL_PASSWORD_LENGTH}
        hint={hasPassword ? mailSettingsMessages.passwordKept : undefined}
        autoComplete="new-password"
      />
    </div>
  )
}

interface RemoveServerProps {
  revision: number
  onOutdated: () => Promise<unknown>
  onRemoved: MailFormProps['onSaved']
}

function RemoveServer({ revision, onOutdated, onRemoved }: RemoveServerProps) {
  const [asks, setAsks] = useState(false)
  const [remove, { isLoading }] = mailApi.useRemoveMailServerMutation()
  const { report, clear, note } = useFailure()
  async function confirmed() {
    setAsks(false)
    clear()
    const { data, error } = await remove(revision)
    if (knownErrorOf(error, mailSettingsErrors)?.code === 'newer_revision') await onOutdated()
    if (!data) return report({ text: failureText(error, mailSettingsErrors, mailSettingsMessages.saveFailed) })
    onRemoved(data)
    showSuccess(mailSettingsMessages.removed)
  }
  return (
    <>
      <Button ref={leaveFocusNear} variant="dangerGhost" busy={isLoading} onClick={() => setAsks(true)}>
        {mailSettingsMessages.remove}
      </Button>
      <FailureNote {...note} className="w-full" />
      <ConfirmDialog
        open={asks}
        title={mailSettingsMessages.removeQuestion}
        text={mailSettingsMessages.removeText}
        confirm={mailSettingsMessages.remove}
        onConfirm={() => void confirmed()}
        onCancel={() => setAsks(false)}
      />
    </>
  )
}
