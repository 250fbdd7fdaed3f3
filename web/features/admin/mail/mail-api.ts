import type { MailSettings, MailTest, SaveMailServer, SaveMailTexts } from '../../../../shared/mail/settings-schema.ts'
import { api } from '../../../api/api.ts'
import type { AppDispatch } from '../../../api/app-store.ts'

interface Started {
  dispatch: AppDispatch
  queryFulfilled: Promise<{ data: MailSettings }>
}

/** Shows the settings that a change returned. */
async function showSaved(_args: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
  if (data) dispatch(mailApi.util.updateQueryData('getMailSettings', undefined, () => data))
}

const mailApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMailSettings: build.query<MailSettings, void>({
      query: () => '/api/admin/mail',
      // Another user of this browser must not see them.
      keepUnusedDataFor: 0,
    }),
    saveMailTexts: build.mutation<MailSettings, SaveMailTexts>({
      query: (body) => ({ url: '/api/admin/mail', method: 'PUT', body }),
      onQueryStarted: showSaved,
    }),
    saveMailServer: build.mutation<MailSettings, SaveMailServer>({
      query: (body) => ({ url: '/api/admin/mail/server', method: 'PUT', body }),
      onQueryStarted: showSaved,
    }),
    removeMailServer: build.mutation<MailSettings, number>({
      query: (revision) => ({ url: '/api/admin/mail/server', method: 'DELETE', body: { revision } }),
      onQueryStarted: showSaved,
    }),
    sendTestMail: build.mutation<MailTest, void>({
      query: () => ({ url: '/api/admin/mail/test', method: 'POST' }),
    }),
  }),
})

export const {
  useGetMailSettingsQuery,
  useSaveMailTextsMutation,
  useSaveMailServerMutation,
  useRemoveMailServerMutation,
  useSendTestMailMutation,
} = mailApi
