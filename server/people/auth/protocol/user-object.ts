import { readRights } from '../../../../shared/accounts/rights.ts'
import type { AccountUser, Factor } from '../../../../shared/auth/schema.ts'
import { withIsoTimes } from '../../../platform/data/columns.ts'
import type { UserRow } from './user-queries.ts'

/** Returns the `app_metadata` of access tokens and user objects, which only the server writes. */
export function appMetadata(user: Pick<UserRow, 'role' | 'identities'>): AccountUser['app_metadata'] {
  const providers = [...new Set(user.identities.map(({ provider }) => provider))]
  return { provider: providers[0] ?? 'email', providers, role: user.role }
}

/** Returns what the admin area shows or hides: the rights of staff, and that a second factor is required. */
function staffFacts({ admin_rights, needs_second_factor }: UserRow): Partial<AccountUser['app_metadata']> {
  const rights = readRights(admin_rights)
  return {
    ...(rights && { admin_rights: [...rights] }),
    ...(needs_second_factor && { second_factor_required: true }),
  }
}

/** Returns the user object of the sign-in protocol; `role` and `cart` in `user_metadata` are read-only copies. */
export function toUser(user: UserRow): AccountUser {
  const confirmations = [user.email_confirmed_at, user.phone_confirmed_at].filter((time) => time !== null)
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at?.toISOString(),
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at?.toISOString(),
    confirmation_sent_at: user.confirmation_sent_at?.toISOString(),
    confirmed_at: confirmations.length
      ? new Date(Math.min(...confirmations.map((time) => time.getTime()))).toISOString()
      : undefined,
    recovery_sent_at: user.recovery_sent_at?.toISOString(),
    new_email: user.new_email ?? undefined,
    email_change_sent_at: user.email_change_sent_at?.toISOString(),
    new_phone: user.new_phone ?? undefined,
    phone_change_sent_at: user.phone_change_sent_at?.toISOString(),
    reauthentication_sent_at: user.reauthentication_sent_at?.toISOString(),
    last_sign_in_at: user.last_sign_in_at?.toISOString(),
    app_metadata: { ...appMetadata(user), ...staffFacts(user) },
    user_metadata: {
      ...user.user_metadata,
      // A guest has neither.
      ...(!user.is_anonymous && {
        sub: user.id,
        email: user.email ?? undefined,
        email_verified: user.email_verified_at !== null,
        phone_verified: user.phone_verified_at !== null,
      }),
      role: user.role,
      cart: user.cart,
    },
    // Absent when there are none.
    factors: user.factors.length ? user.factors.map(toFactor) : undefined,
    identities: user.identities.map(({ provider_id, ...identity }) => ({
      ...withIsoTimes(identity),
      id: provider_id,
      last_sign_in_at: identity.last_sign_in_at?.toISOString(),
      email: emailOf(identity.identity_data),
    })),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    banned_until: user.banned_until?.toISOString(),
    is_anonymous: user.is_anonymous,
  }
}

function toFactor({ user_id: _, friendly_name, phone, ...factor }: UserRow['factors'][number]): Factor {
  return { ...withIsoTimes(factor), friendly_name: friendly_name || undefined, phone: phone ?? '' }
}

function emailOf(identityData: Record<string, unknown>): string | undefined {
  return typeof identityData.email === 'string' ? identityData.email : undefined
}
