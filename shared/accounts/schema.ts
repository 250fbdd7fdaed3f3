import { z } from 'zod'
import { listQuerySchema, listSearchSchema, matchFields, pageFields, sortFields } from '../kernel/list-schema.ts'
import { ROLES, USER_SORTS, USER_STATES } from './constants.ts'

export const openOrdersSchema = z.object({ selling: z.number().int(), buying: z.number().int() })
export type OpenOrders = z.infer<typeof openOrdersSchema>

/** An account as admins see it. */
export const adminUserSchema = z.object({
  user_id: z.string(),
  /** Display name, else email address, else `User`. */
  name: z.string(),
  /** Null for guests and for accounts that have only a phone number. */
  email: z.string().nullable(),
  role: z.enum(ROLES),
  created_at: z.string(),
  last_sign_in_at: z.string().nullable(),
  state: z.enum(USER_STATES),
  avatar_url: z.string().nullable(),
})
export type AdminUser = z.infer<typeof adminUserSchema>

/** The result of a lookup by exact email address: at most one account. */
export const knownUsersSchema = z.array(z.object({ id: z.uuid().optional(), email: z.string().optional() }))

export const adminUserPageSchema = z.object({ users: z.array(adminUserSchema), ...pageFields, ...matchFields })
export type AdminUserPage = z.infer<typeof adminUserPageSchema>

const roleFilter = { role: z.enum(ROLES).optional() }
export const adminUsersQuerySchema = listQuerySchema.extend({ ...roleFilter, ...sortFields(USER_SORTS) })
export const adminUsersExportSchema = listSearchSchema.extend(roleFilter)
export type AdminUsersExport = z.infer<typeof adminUsersExportSchema>
export type AdminUsersQuery = z.infer<typeof adminUsersQuerySchema>
