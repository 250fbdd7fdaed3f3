import { useState } from 'react'
import { MAIL_KINDS, type MailKind } from '../../../shared/notifications/constants.ts'
import { emailKindText, notificationMessages } from '../../../shared/notifications/messages.ts'
import type { ChangeMailPreferences, MailPreferences } from '../../../shared/notifications/schema.ts'
import { api } from '../../api/api.ts'
import { useSession } from '../../session/use-session.ts'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Checkbox } from '../../ui/form/fields.tsx'

/** Separate from the notifications, whose code every page loads. */
const mailSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMailPreferences: build.query<MailPreferences, void>({
      query: () => '/api/notification-preferences',
      providesTags: ['MailPreference'],
    }),
    /** Optimistic. */
    changeMailPreferences: build.mutation<MailPreferences, ChangeMailPreferences>({
      query: (body) => ({ url: '/api/notification-preferences', method: 'PUT', body }),
      onQueryStarted: async ({ preferences }, { dispatch, queryFulfilled }) => {
        const change = mailSettingsApi.util.updateQueryData('getMailPreferences', undefined, (shown) => {
          for (const { kind, wanted } of preferences) {
            const mail = shown.preferences.find((known) => known.kind === kind)
            if (mail) mail.wanted = wanted
          }
        })
        const patch = dispatch(change)
        await queryFulfilled.catch(patch.undo)
      },
      // Also after success: a response requested before the change could otherwise overwrite it.
      invalidatesTags: ['MailPreference'],
    }),
  }),
})

const mailsOf = (role: keyof typeof MAIL_KINDS): MailPreferences['preferences'] =>
  MAIL_KINDS[role].map((mail) => ({ ...mail, wanted: true }))

/** The user's choice of mails; each change is stored at once. */
export function MailSettings() {
  const { userRole, userId } = useSession()
  const { data, error, refetch } = mailSettingsApi.useGetMailPreferencesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  return (
    // The key: another user must not see this user's choices.
    <Card key={userId} id="emails" title={notificationMessages.emails}>
      <p className="mb-2 text-muted">{notificationMessages.emailsText}</p>
      <FailureNote
        text={error && !data ? notificationMessages.emailsFailed : null}
        onRetry={refetch}
        className="mb-4"
      />
      <ul className="grid max-w-2xl grid-cols-1">
        {/* First those that can be chosen. */}
        {(data?.preferences ?? mailsOf(userRole))
          .toSorted((one, other) => Number(one.always) - Number(other.always))
          .map((preference) => (
            <MailChoice key={preference.kind} {...preference} known={data !== undefined} />
          ))}
      </ul>
    </Card>
  )
}

type MailChoiceProps = MailPreferences['preferences'][number] & { known: boolean }

function MailChoice({ kind, wanted, always, known }: MailChoiceProps) {
  const [change] = mailSettingsApi.useChangeMailPreferencesMutation()
  const [failed, setFailed] = useState<boolean>()
  const text = emailKindText(kind)

  async function choose(checked: boolean, of: MailKind) {
    setFailed(undefined)
    const { error } = await change({ preferences: [{ kind: of, wanted: checked }] })
    if (error) setFailed(checked)
  }

  return (
    <li className="grid">
      <Checkbox checked={wanted} disabled={always || !known} onChange={(isWanted) => choose(isWanted, kind)}>
        {text} {always && <span className="text-sm text-muted">{notificationMessages.alwaysOn}</span>}
      </Checkbox>
      <FailureNote
        text={failed === undefined ? null : notificationMessages.changeFailed}
        onRetry={() => choose(failed ?? wanted, kind)}
      />
    </li>
  )
}
