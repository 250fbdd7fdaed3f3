import {
  adminSecondFactorSchema,
  changeRightsSchema,
  invitationParamsSchema,
  inviteStaffSchema,
  staffParamsSchema,
  staffSchema,
} from '../../../shared/staff/schema.ts'
import { adminRoutesFor, callerOf, respondsWith } from '../../platform/http/guards.ts'
import type { EndingAdmin } from '../accounts/change-as-operator.ts'
import { acting } from '../audit/acting.ts'
import type { PasswordDeps } from '../auth/passwords/passwords.ts'
import { cancelInvitation, changeRights, endRights, inviteStaff, listStaff, requireSecondFactor } from './staff.ts'

type StaffDeps = PasswordDeps & EndingAdmin

/** The owners' list of admins: their rights, and the invitations of new ones. */
export const staffAdminRoutes = adminRoutesFor('owner', (app, deps: StaffDeps) => {
  const { db, config, clock } = deps

  app.get('/api/admin/staff', respondsWith(staffSchema, { summary: 'The admins and their rights' }), () =>
    listStaff(db, config, clock()),
  )

  app.post(
    '/api/admin/staff/invitations',
    { schema: { summary: 'Invite an admin by email, or once more', body: inviteStaffSchema } },
    async (request, reply) => {
      const by = acting(request, clock)
      await inviteStaff(deps, by, request.body)
      request.log.info({ event: 'staff_invited', admin_id: by.admin_id, rights: request.body.rights })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/admin/staff/invitations/:invitation_id',
    { schema: { summary: 'Withdraw an invitation', params: invitationParamsSchema } },
    async (request, reply) => {
      const by = acting(request, clock)
      const { invitation_id } = request.params
      await cancelInvitation(db, by, invitation_id)
      request.log.info({ event: 'invitation_cancelled', admin_id: by.admin_id, invitation_id })
      return reply.code(204).send(null)
    },
  )

  app.put(
    '/api/admin/staff/:user_id/rights',
    { schema: { summary: 'Change the rights of an admin', params: staffParamsSchema, body: changeRightsSchema } },
    async (request, reply) => {
      const by = acting(request, clock)
      const { user_id } = request.params
      await changeRights(db, by, user_id, request.body)
      request.log.info({ event: 'rights_changed', admin_id: by.admin_id, user_id, rights: request.body.rights })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/admin/staff/:user_id',
    { schema: { summary: 'End the rights of an admin', params: staffParamsSchema } },
    async (request, reply) => {
      const by = acting(request, clock)
      const { user_id } = request.params
      deps.sessions.invalidate(await endRights(deps, by, user_id))
      request.log.info({ event: 'rights_ended', admin_id: by.admin_id, user_id })
      return reply.code(204).send(null)
    },
  )

  app.put(
    '/api/admin/staff/second-factor',
    { schema: { summary: 'Require a second factor of admins', body: adminSecondFactorSchema } },
    async (request, reply) => {
      const by = { ...acting(request, clock), aal: callerOf(request).aal }
      const { is_required } = request.body
      await requireSecondFactor(deps, by, is_required)
      request.log.info({ event: 'second_factor_required', admin_id: by.admin_id, is_required })
      return reply.code(204).send(null)
    },
  )
})
