import { useState } from 'react'
import { dashboardPath } from '../../../shared/accounts/rules.ts'
import { formatOwnDay, formatTime } from '../../../shared/kernel/calendar.ts'
import { bellMessages, unreadText } from '../../../shared/notifications/bell-messages.ts'
import { notificationText } from '../../../shared/notifications/kind-messages.ts'
import { notificationMessages } from '../../../shared/notifications/messages.ts'
import type { Notification } from '../../../shared/notifications/schema.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { RequireSignedIn } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { Link } from '../../ui/link.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { Page, PageHeading, type PageWidth, passFocusOn } from '../../ui/page.tsx'
import { Drawing } from '../../ui/pictures/drawing.tsx'
import { notificationsApi, POLLING } from './notifications-api.ts'

/** The notifications of the signed-in user in the shop. */
export function NotificationsPage() {
  return (
    <RequireSignedIn title={bellMessages.notifications} width="medium">
      <NotificationList width="medium" />
    </RequireSignedIn>
  )
}

/** The user's notifications by day, newest first; in an area as wide as its other lists. */
export function NotificationList({ width = 'full' }: { width?: PageWidth }) {
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    notificationsApi.useGetNotificationsInfiniteQuery(undefined, POLLING)
  const notifications = data?.pages.flatMap((page) => page.notifications) ?? []
  const unread = data?.pages[0]?.unread ?? 0
  return (
    <Page title={bellMessages.notifications} heading="own" width={width} personal>
      <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-4">
        <PageHeading>{bellMessages.notifications}</PageHeading>
        {notifications.length > 0 && (
          <MarkAllRead unread={unread} newest={notifications[0]?.notification_number ?? 0} />
        )}
      </div>
      {error && !data && (
        <LoadFailure title={notificationMessages.loadFailed} onRetry={refetch} retrying={isFetching} />
      )}
      {!data && !error && <ListSkeleton className="h-80" />}
      {data && (notifications.length ? <Days notifications={notifications} /> : <NothingYet />)}
      {hasNextPage && (
        <div ref={passFocusOn} className="mt-6 grid justify-items-center gap-3">
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {notificationMessages.showOlder}
          </Button>
          <FailureNote text={isFetchNextPageError ? notificationMessages.loadFailed : null} />
        </div>
      )}
    </Page>
  )
}

function MarkAllRead({ unread, newest }: { unread: number; newest: number }) {
  const [markRead, { isLoading }] = notificationsApi.useMarkNotificationsReadMutation()
  const [failed, setFailed] = useState(false)

  async function mark() {
    setFailed(false)
    const { error } = await markRead(newest)
    setFailed(error !== undefined)
  }

  return (
    <>
      <div className="flex items-center gap-4">
        <p role="status" className="text-sm text-muted">
          {unread ? bellMessages.unreadCount({ unread, shown: unreadText(unread) }) : notificationMessages.allRead}
        </p>
        <Button
          variant="secondary"
          size="small"
          busy={isLoading}
          aria-disabled={unread === 0}
          onClick={() => (unread ? mark() : undefined)}
        >
          {notificationMessages.markAllRead}
        </Button>
      </div>
      <FailureNote text={failed ? notificationMessages.markFailed : null} onRetry={mark} className="basis-full" />
    </>
  )
}

function Days({ notifications }: { notifications: readonly Notification[] }) {
  const days = Map.groupBy(notifications, ({ created_at }) => formatOwnDay(created_at))
  return (
    <div className="grid grid-cols-1 gap-8">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={dayName(day)}>
          <h2 className="mb-2 text-sm font-semibold text-muted">{dayName(day)}</h2>
          <ul className="grid grid-cols-1 gap-1">
            {ofDay.map((notification) => (
              <Row key={notification.notification_number} notification={notification} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const DAY_MS = 24 * 3600 * 1000

function dayName(day: string): string {
  const now = Date.now()
  if (day === formatOwnDay(new Date(now).toISOString())) return notificationMessages.today
  return day === formatOwnDay(new Date(now - DAY_MS).toISOString()) ? notificationMessages.yesterday : day
}

function Row({ notification }: { notification: Notification }) {
  const { title, detail } = notificationText(notification)
  const isUnread = notification.read_at === null
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[0.5rem_minmax(0,1fr)] sm:grid-cols-[0.5rem_minmax(0,1fr)_auto] gap-x-3 rounded-picture px-4 py-3 hover:bg-tint-strong',
        isUnread ? 'bg-tint' : '',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'mt-2 size-2 rounded-full forced-color-adjust-none',
          isUnread ? 'bg-brand forced-colors:bg-[CanvasText]' : '',
        )}
      />
      <div className="min-w-0">
        <p className={classNames('wrap-anywhere', isUnread ? 'font-semibold' : '')}>
          {isUnread && <span className="sr-only">{notificationMessages.unread}: </span>}
          <Link to={notification.path} className="after:absolute after:inset-0 after:rounded-picture">
            {title}
          </Link>
        </p>
        {detail && <p className="text-sm text-muted wrap-anywhere">{detail}</p>}
      </div>
      <p className="text-sm text-muted max-sm:col-start-2">
        <time dir="auto" dateTime={notification.created_at}>
          {formatTime(notification.created_at)}
        </time>
      </p>
    </li>
  )
}

function NothingYet() {
  const { userRole } = useSession()
  return (
    <EmptyState
      drawing={<Drawing of="letter" />}
      title={notificationMessages.nothingYet}
      text={notificationMessages.nothingYetText[userRole]}
      {...(userRole === 'buyer' && {
        action: <ButtonLink to={dashboardPath(userRole)}>{orderMessages.ownOrders}</ButtonLink>,
      })}
    />
  )
}
