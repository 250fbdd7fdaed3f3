import type { OrderProblem } from '../../../shared/orders/constants.ts'
import { orderListMessages } from '../../../shared/orders/order-list-messages.ts'
import { adminReviewMessages } from '../../../shared/reviews/admin-messages.ts'
import { useCan } from '../../session/use-rights.ts'
import { WorkStrip } from '../../ui/chart/work-strip.tsx'
import { useGetAdminOrdersQuery } from './admin-api.ts'
import { useGetAdminReviewsQuery } from './reviews/use-moderation.tsx'

/** The admins' open work: orders by problem, and reported reviews. */
export function WorkList() {
  const can = useCan()
  const anew = { refetchOnMountOrArgChange: true, skip: !can('reviews') }
  const { data: reported } = useGetAdminReviewsQuery({ view: 'reported', page_size: 1 }, anew)
  const reviews = {
    right: 'reviews' as const,
    to: '/admin/reviews?view=reported',
    text: adminReviewMessages.reportedReviews,
    count: reported?.total,
  }
  const orders = [
    useOrdersWith('needs_action'),
    useOrdersWith('unpaid'),
    useOrdersWith('disputed'),
    useOrdersWith('late'),
  ]
  const work = [...orders, reviews].filter(({ right }) => can(right))
  return work.length > 0 && <WorkStrip work={work} />
}

function useOrdersWith(problem: OrderProblem) {
  const anew = { refetchOnMountOrArgChange: true, skip: !useCan()('orders') }
  return {
    right: 'orders' as const,
    to: `/admin/orders?problem=${problem}`,
    text: orderListMessages.problems[problem],
    count: useGetAdminOrdersQuery({ problem, page_size: 1 }, anew).data?.total,
    isUrgent: problem === 'disputed' || problem === 'late',
  }
}
