import { auditMessages } from '../../../../shared/audit/messages.ts'
import type { Notice, Notices as NoticeList } from '../../../../shared/audit/schema.ts'
import { formatCalendarDay } from '../../../../shared/kernel/calendar.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { limitText } from '../../../api/failure-text.ts'
import { Info } from '../../../ui/area-icons.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useFailure } from '../../../ui/form/use-failures.ts'
import { focusHeading } from '../../../ui/page.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { sellerApi } from '../seller-api.ts'

/** Admin actions on the seller's account, products and orders, with reasons; each stays until dismissed. */
export function Notices({ notices, total }: NoticeList) {
  if (!notices.length) return null
  return (
    <section aria-labelledby="notices" className="mb-6">
      <h2 id="notices" className="mb-3 display text-lg">
        {auditMessages.notices}
      </h2>
      <ul className="grid gap-2">
        {notices.map((notice) => (
          <NoticeRow key={notice.notice_number} notice={notice} />
        ))}
      </ul>
      {total > notices.length && (
        <p className="mt-2 text-sm text-muted">{auditMessages.moreNotices({ count: total - notices.length })}</p>
      )}
    </section>
  )
}

function NoticeRow({ notice }: { notice: Notice }) {
  const [dismiss, { isLoading }] = sellerApi.useDismissNoticeMutation()
  const text = textOf(notice)
  const { report, clear, note } = useFailure()

  async function remove() {
    clear()
    // The button disappears with its notice.
    focusHeading()
    const { error } = await dismiss(notice.notice_number)
    if (!error) return
    const limit = limitText(error)
    report(limit ? { text: limit } : { text: auditMessages.dismissFailed, retry: remove })
  }

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 rounded-picture border border-line bg-tint px-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-strong" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{text}</p>
        {notice.reason && <p className="wrap-anywhere">{auditMessages.reasonGiven({ reason: notice.reason })}</p>}
        <p className="text-sm text-muted">
          <LocalDate at={notice.created_at} precise />
        </p>
      </div>
      <Button
        variant="ghost"
        size="small"
        className="max-sm:col-start-2 max-sm:-ms-3 max-sm:justify-self-start"
        busy={isLoading}
        aria-label={auditMessages.dismissNotice({ text })}
        onClick={remove}
      >
        {auditMessages.dismiss}
      </Button>
      <FailureNote {...note} className="col-span-full mt-1" />
    </li>
  )
}

function textOf({ action, subject, to }: Notice): string {
  if (action === 'delete_product') return auditMessages.productRemoved({ name: subject })
  if (action === 'suspend_user') return auditMessages.accountSuspended
  if (action === 'reinstate_user') return auditMessages.accountReinstated
  if (action === 'hide_product') return auditMessages.productHidden({ name: subject })
  if (action === 'show_product') return auditMessages.productShown({ name: subject })
  if (action === 'seller_approval') {
    const fixBy = to === 'fix_by' ? formatCalendarDay(subject) : ''
    return auditMessages.sellerDecided({ to: to ?? '', fixBy })
  }
  const states: Readonly<Record<string, string>> = orderMessages.states
  return auditMessages.orderSetTo({ orderId: subject, state: states[to ?? ''] ?? '' })
}
