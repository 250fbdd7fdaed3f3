import { hasRight } from '../../../shared/accounts/rights.ts'
import { revisionSchema } from '../../../shared/kernel/revision.ts'
import {
  mailSettingsSchema,
  mailTestSchema,
  saveMailServerSchema,
  saveMailTextsSchema,
} from '../../../shared/mail/settings-schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { adminRoutesFor, callerOf, respondsWith } from '../../platform/http/guards.ts'
import type { Messages } from '../mail/messages.ts'
import {
  type MailSettingsDeps,
  readSettings,
  removeServer,
  saveServer,
  saveTexts,
  tryMailServer,
} from './change-mail-settings.ts'

interface MailSettingsRoutesDeps extends MailSettingsDeps {
  clock: Clock
  messages: Pick<Messages, 'settings'>
}

/** The texts of mails, and a test of the mail server. */
export const mailTextsAdminRoutes = adminRoutesFor('settings', (app, deps: MailSettingsRoutesDeps) => {
  app.get('/api/admin/mail', respondsWith(mailSettingsSchema, { summary: 'The settings of mails' }), (request) =>
    readSettings(deps, { isOwner: hasRight(callerOf(request).rights, 'owner') }),
  )

  app.put(
    '/api/admin/mail',
    respondsWith(mailSettingsSchema, { summary: 'Change the texts of mails', body: saveMailTextsSchema }),
    async (request) => {
      await saveTexts(deps, acting(request, deps.clock), request.body)
      return readSettings(deps, { isOwner: hasRight(callerOf(request).rights, 'owner') })
    },
  )

  app.post(
    '/api/admin/mail/test',
    respondsWith(mailTestSchema, { summary: 'Send a test mail to the caller' }),
    (request) => tryMailServer({ ...deps, settings: deps.messages.settings }, callerOf(request).user_id),
  )
})

export const mailServerAdminRoutes = adminRoutesFor('owner', (app, deps: MailSettingsRoutesDeps) => {
  app.put(
    '/api/admin/mail/server',
    respondsWith(mailSettingsSchema, { summary: 'Change the mail server', body: saveMailServerSchema }),
    async (request) => {
      const by = acting(request, deps.clock)
      await saveServer(deps, by, request.body)
      request.log.info({ event: 'mail_server_changed', admin_id: by.admin_id })
      return readSettings(deps, { isOwner: true })
    },
  )

  app.delete(
    '/api/admin/mail/server',
    respondsWith(mailSettingsSchema, { summary: 'Remove the mail server', body: revisionSchema }),
    async (request) => {
      const by = acting(request, deps.clock)
      await removeServer(deps, by, request.body.revision)
      request.log.info({ event: 'mail_server_removed', admin_id: by.admin_id })
      return readSettings(deps, { isOwner: true })
    },
  )
})
