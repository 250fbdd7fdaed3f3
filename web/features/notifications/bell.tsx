import { bellMessages, unreadText } from '../../../shared/notifications/bell-messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Bell as BellIcon } from '../../ui/icons.tsx'
import { notificationsApi, POLLING } from './notifications-api.ts'

/** A link to the notifications, with the number of unread ones. */
export function Bell({ to }: { to: string }) {
  const { data: unread = 0 } = notificationsApi.useGetUnreadQuery(undefined, POLLING)
  return (
    <ButtonLink
      to={to}
      variant="ghost"
      size="icon"
      aria-label={bellMessages.bell({ unread, shown: unreadText(unread) })}
      className="relative"
    >
      <BellIcon aria-hidden className="size-5.5" />
      {unread > 0 && <UnreadCount unread={unread} className="absolute -top-0.5 start-1/2" />}
    </ButtonLink>
  )
}

/** The number of unread notifications; its link says the same in words. */
export function UnreadCount({ unread, className = '' }: { unread: number; className?: string }) {
  return (
    <span
      aria-hidden
      className={`grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs font-semibold text-on-brand ${className}`}
    >
      {unreadText(unread)}
    </span>
  )
}
