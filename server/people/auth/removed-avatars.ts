import type { Secrets } from '../../platform/keys/secrets.ts'
import { USERS_BUCKET } from '../../programs/storage/constants.ts'
import { publicAddress } from '../../programs/storage/object-name.ts'
import type { PictureOwners } from '../../programs/storage/owners.ts'
import { forgetBanner, sellerChanged } from '../../shop/catalog/editing/seller-page.ts'
import { identiconPath } from '../accounts/identicon.ts'
import { lockAccount, updateUser } from '../accounts/queries.ts'

const OWNER = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?=-)/

/** Returns accounts as owners of pictures: an account whose picture is removed gets its identicon back. */
export function createAvatarOwners(secrets: Secrets): PictureOwners {
  return {
    async lock(tx, names) {
      for (const userId of usersOf(names)) await lockAccount(tx, userId)
    },

    async forget(tx, names) {
      const removed = names.map((name) => publicAddress(USERS_BUCKET, name))
      for (const userId of usersOf(names)) {
        const account = await lockAccount(tx, userId)
        // It may begin with our own origin.
        const isRemoved = (shown: string) => removed.some((address) => shown.endsWith(address))
        await forgetBanner(tx, userId, isRemoved)
        const shown = account?.user_metadata.avatar_url
        if (!account || typeof shown !== 'string' || !isRemoved(shown)) continue
        const avatar_url = identiconPath(secrets, account.email ?? account.id)
        await updateUser(tx, userId, { user_metadata: JSON.stringify({ ...account.user_metadata, avatar_url }) })
        await sellerChanged(tx, userId)
      }
    },
  }
}

/** Returns the user ids at the start of file names, in lock order. */
function usersOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => OWNER.exec(name) ?? []))].sort()
}
