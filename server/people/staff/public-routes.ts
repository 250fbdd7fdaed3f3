import { acceptedInvitationSchema, acceptInvitationSchema } from '../../../shared/staff/schema.ts'
import { respondsWith, routesFor } from '../../platform/http/guards.ts'
import type { PasswordDeps } from '../auth/passwords/passwords.ts'
import { acceptInvitation } from './staff.ts'

export const invitationPublicRoutes = routesFor('public', (app, deps: PasswordDeps) => {
  app.post(
    '/api/staff/invitation',
    respondsWith(acceptedInvitationSchema, {
      summary: 'Accept an invitation to the staff',
      body: acceptInvitationSchema,
    }),
    async (request) => {
      const { user_id, email } = await acceptInvitation(deps, request.body)
      request.log.info({ event: 'role_changed', user_id, role: 'admin' })
      return { email }
    },
  )
})
