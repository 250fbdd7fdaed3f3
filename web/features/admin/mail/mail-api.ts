import type { MailSettings, MailTest, SaveMailServer, SaveMailTexts } from '../../../../shared/mail/settings-schema.ts'
import { api } from '../../../api/api.ts'

export const mailApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMailSettings: build.query<MailSettings, void>({
      query: () => '/api/admin/mail',
      // Another user of this browser must not see them.
      keepUnusedDataFor: 0,
    }),
    saveMailTexts: build.mutation<MailSettings, SaveMailTexts>({
      query: (body) => ({ url: '/api/admin/mail', method: 'PUT', body }),
    }),
    saveMailServer: build.mutation<MailSettings, SaveMailServer>({
      query: (body) => ({ url: '/api/admin/mail/server', method: 'PUT', body }),
    }),
    removeMailServer: build.mutation<MailSettings, number>({
      query: (revision) => ({ url: '/api/admin/mail/server', method: 'DELETE', body: { revision } }),
    }),
    sendTestMail: build.mutation<MailTest, void>({
      query: () => ({ url: '/api/admin/mail/test', method: 'POST' }),
    }),
  }),
})
