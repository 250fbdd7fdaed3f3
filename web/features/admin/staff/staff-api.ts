import type { ChangeRights, InviteStaff, Staff } from '../../../../shared/staff/schema.ts'
import { api } from '../../../api/api.ts'

const changes = { invalidatesTags: ['AdminUser'] } as const

export const staffApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStaff: build.query<Staff, void>({ query: () => '/api/admin/staff', providesTags: ['AdminUser'] }),
    inviteStaff: build.mutation<null, InviteStaff>({
      query: (body) => ({ url: '/api/admin/staff/invitations', method: 'POST', body }),
      ...changes,
    }),
    withdrawInvitation: build.mutation<null, string>({
      query: (id) => ({ url: `/api/admin/staff/invitations/${id}`, method: 'DELETE' }),
      ...changes,
    }),
    changeRights: build.mutation<null, ChangeRights & { user_id: string }>({
      query: ({ user_id, ...body }) => ({ url: `/api/admin/staff/${user_id}/rights`, method: 'PUT', body }),
      ...changes,
    }),
    endRights: build.mutation<null, string>({
      query: (userId) => ({ url: `/api/admin/staff/${userId}`, method: 'DELETE' }),
      ...changes,
    }),
    requireSecondFactor: build.mutation<null, boolean>({
      query: (is_required) => ({ url: '/api/admin/staff/second-factor', method: 'PUT', body: { is_required } }),
      ...changes,
    }),
  }),
})
