import type { ReactNode } from 'react'
import { appMessages } from '../../../shared/app/messages.ts'
import { bellMessages, unreadText } from '../../../shared/notifications/bell-messages.ts'
import { UnreadCount } from '../../features/notifications/bell.tsx'
import { useSession } from '../../session/use-session.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { Avatar } from '../../ui/pictures/avatar.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'

/** The user's picture, with a dot when marked, which opens a menu with the user's name and `children`. */
export function UserMenu({ isMarked = false, children }: { isMarked?: boolean; children: ReactNode }) {
  const { userAvatar, displayName, email } = useSession()
  return (
    // Signing out removes the menu while it has the focus.
    <div ref={passFocusOn} className="contents">
      <Menu
        label={appMessages.accountMenu}
        trigger={
          <span className="relative grid">
            <Avatar src={userAvatar} size={40} className="border border-line" />
            {isMarked && (
              <span
                aria-hidden
                className="absolute top-0 end-0 size-3 rounded-full border-2 border-surface bg-brand forced-colors:bg-[Highlight]"
              />
            )}
          </span>
        }
        heading={
          <div className="mb-2 max-w-72 border-b border-line px-3 pt-1 pb-3">
            <p dir="auto" className="truncate font-semibold">
              {displayName}
            </p>
            {email !== displayName && (
              <p dir="auto" className="truncate text-sm text-muted">
                {email}
              </p>
            )}
          </div>
        }
        footer={
          <div className="mt-2 border-t border-line px-3 pt-3 pb-1 sm:min-w-max">
            <ThemeSwitch />
          </div>
        }
      >
        {children}
      </Menu>
    </div>
  )
}

/** The label of the notifications link, with the number of unread ones. */
export function NotificationsEntry({ unread }: { unread: number }) {
  if (!unread) return bellMessages.notifications
  return (
    <>
      {bellMessages.notifications}
      <UnreadCount unread={unread} className="ms-auto" />
      <span className="sr-only">{bellMessages.unreadCount({ unread, shown: unreadText(unread) })}</span>
    </>
  )
}
