import { MAX_EMAIL_LENGTH } from '../../../../shared/accounts/constants.ts'
import { MAX_FOOTER_LENGTH, MAX_SENDER_NAME_LENGTH } from '../../../../shared/mail/settings-constants.ts'
import { mailSettingsErrors } from '../../../../shared/mail/settings-errors.ts'
import { mailSettingsMessages } from '../../../../shared/mail/settings-messages.ts'
import type { MailSettings } from '../../../../shared/mail/settings-schema.ts'
import { failureOf } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { TextArea } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { useSaveMailTextsMutation } from './mail-api.ts'

const rules = async () =>
  (await loadCode(() => import('../../../../shared/mail/settings-schema.ts'), true)).mailTextsFormSchema

/** Sender name, reply address and footer. */
export function TextsForm({ settings }: { settings: MailSettings }) {
  const { revision, sender_name, reply_to, footer, sender_by_environment: sender } = settings
  const [save] = useSaveMailTextsMutation()
  const { formProps, field, failure, busy } = useCheckedForm({
    rules,
    defaultValues: { sender_name, reply_to, footer },
    send: async (values) => {
      const { error } = await save({ ...values, revision })
      if (error) return failureOf(error, mailSettingsErrors, mailSettingsMessages.saveFailed)
      showSuccess(mailSettingsMessages.saved)
      return null
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
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
