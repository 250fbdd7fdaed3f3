import { useState } from 'react'
import { MAX_EMAIL_LENGTH } from '../../../../shared/accounts/constants.ts'
import {
  MAIL_ENCRYPTIONS,
  MAX_HOST_LENGTH,
  MAX_MAIL_PASSWORD_LENGTH,
} from '../../../../shared/mail/settings-constants.ts'
import { mailSettingsErrors } from '../../../../shared/mail/settings-errors.ts'
import { mailSettingsMessages } from '../../../../shared/mail/settings-messages.ts'
import type { MailSettings, SaveMailServer } from '../../../../shared/mail/settings-schema.ts'
import { knownErrorOf } from '../../../api/api.ts'
import { failureOf, failureText } from '../../../api/failure-text.ts'
import { useUnsavedForm } from '../../../session/unsaved-forms.ts'
import { changesOf } from '../../../session/use-drafted-form.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote, leaveFocusNear } from '../../../ui/failure-note.tsx'
import { Choice } from '../../../ui/form/fields.tsx'
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import { type CheckedForm, useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { useFailure } from '../../../ui/form/use-failures.ts'
import { loadCode } from '../../../ui/load-code.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { useRemoveMailServerMutation, useSaveMailServerMutation } from './mail-api.ts'

const ENCRYPTIONS = MAIL_ENCRYPTIONS.map((value) => ({ value, text: mailSettingsMessages.encryptions[value] }))
type Encryption = SaveMailServer['encryption']
type ServerValues = Omit<SaveMailServer, 'port' | 'revision' | 'password'> & { port: string; password: string }

const EMPTY = { host: '', port: 465, encryption: 'tls', user: '', sender: '', has_password: false } as const

const rules = async () =>
  (await loadCode(() => import('../../../../shared/mail/settings-schema.ts'), true)).mailServerFormSchema

export interface MailFormProps {
  settings: MailSettings
  onSaved: (settings: MailSettings) => void
}

/** The mail server; its stored password is never shown. */
export function ServerForm({ settings: { revision, server, server_saved_at }, onSaved }: MailFormProps) {
  const [save] = useSaveMailServerMutation()
  const { has_password, ...stored } = server ?? EMPTY
  const { formProps, field, failure, busy, form } = useCheckedForm<ServerValues>({
    rules,
    defaultValues: { ...stored, port: String(stored.port), encryption: stored.encryption as Encryption, password: '' },
    send: async ({ port, password, ...values }) => {
      const usesStored = has_password && password === ''
      const { data, error } = await save({ ...values, port: Number(port), ...(!usesStored && { password }), revision })
      if (data) {
        onSaved(data)
        const saved = { port, ...values, password: '' }
        const typedMeanwhile = changesOf(form.getValues(), { ...saved, password })
        form.reset(saved)
        form.reset({ ...saved, ...typedMeanwhile }, { keepDefaultValues: true })
        showSuccess(mailSettingsMessages.saved)
        return null
      }
      const isAboutPassword = knownErrorOf(error, mailSettingsErrors)?.code === 'mail_password_needed'
      const refusal = failureOf(error, mailSettingsErrors, mailSettingsMessages.saveFailed)
      return { ...refusal, fields: isAboutPassword ? ['password'] : [] }
    },
  })
  const { isDirty } = form.formState
  // Without a draft, as one field is a password.
  useUnsavedForm({ isDirty: () => isDirty, discard: () => {} })
  return (
    <form {...formProps} className="grid gap-4">
      <p className="text-muted">{mailSettingsMessages.serverText}</p>
      <ServerFields field={field} form={form} hasPassword={has_password} />
      <FailureNote {...failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {mailSettingsMessages.save}
        </Button>
        {server_saved_at && (
          <RemoveServer
            revision={revision}
            onRemoved={(removed) => {
              onSaved(removed)
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
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        label={mailSettingsMessages.port}
        {...field('port')}
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        required
      />
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
        autoComplete="off"
        required
      />
      <TextField
        label={mailSettingsMessages.user}
        {...field('user')}
        maxLength={MAX_EMAIL_LENGTH}
        autoComplete="off"
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
  onRemoved: MailFormProps['onSaved']
}

function RemoveServer({ revision, onRemoved }: RemoveServerProps) {
  const [asks, setAsks] = useState(false)
  const [remove, { isLoading }] = useRemoveMailServerMutation()
  const { report, clear, note } = useFailure()
  async function confirmed() {
    setAsks(false)
    clear()
    const { data, error } = await remove(revision)
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
