import { z } from 'zod'
import { USER_STATES } from '../accounts/constants.ts'
import { displayNameSchema, emailSchema } from '../accounts/form-schema.ts'
import { ADMIN_RIGHTS } from '../accounts/rights.ts'
import { revision, revisionSchema } from '../kernel/revision.ts'
import { isPlainLine } from '../kernel/text.ts'
import { MAX_INVITATION_TOKEN_LENGTH } from './constants.ts'

const shownRights = z.array(z.enum(ADMIN_RIGHTS)).nullable()

const staffMemberSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  /** Null for an owner. */
  rights: shownRights,
  /** Raised by each change of the rights; a change sends the revision it is based on. */
  revision,
  state: z.enum(USER_STATES),
  has_second_factor: z.boolean(),
  last_sign_in_at: z.string().nullable(),
})
export type StaffMember = z.infer<typeof staffMemberSchema>

const invitationSchema = z.object({
  invitation_id: z.string(),
  email: z.string(),
  rights: shownRights,
  invited_by: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
})
export type Invitation = z.infer<typeof invitationSchema>

export const staffSchema = z.object({
  members: z.array(staffMemberSchema),
  invitations: z.array(invitationSchema),
  second_factor: z.object({
    is_required: z.boolean(),
    /** Set by `ADMIN_SECOND_FACTOR`, which wins. */
    by_environment: z.boolean(),
  }),
})
export type Staff = z.infer<typeof staffSchema>

/** Rights to give, in the order of the list; null for an owner. */
const givenRights = z
  .array(z.enum(ADMIN_RIGHTS))
  .min(1)
  .max(ADMIN_RIGHTS.length)
  .transform((given) => ADMIN_RIGHTS.filter((right) => given.includes(right)))
  .nullable()

export const inviteStaffSchema = z.object({ email: emailSchema, rights: givenRights })
export type InviteStaff = z.infer<typeof inviteStaffSchema>
export const changeRightsSchema = revisionSchema.extend({ rights: givenRights })
export type ChangeRights = z.infer<typeof changeRightsSchema>
export const adminSecondFactorSchema = z.object({ is_required: z.boolean() })
export const staffParamsSchema = z.object({ user_id: z.uuid().toLowerCase() })
export const invitationParamsSchema = z.object({ invitation_id: z.uuid() })

/** The password is checked against the settings. */
export const acceptInvitationSchema = z.object({
  token: z.string().max(MAX_INVITATION_TOKEN_LENGTH),
  display_name: displayNameSchema.refine(isPlainLine),
  password: z.string(),
})
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>
/** The address to sign in with. */
export const acceptedInvitationSchema = z.object({ email: z.string() })
