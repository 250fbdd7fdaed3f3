import type { OrderProblem } from '../../../shared/orders/constants.ts'
import { orderListMessages } from '../../../shared/orders/order-list-messages.ts'
import { adminReviewMessages } from '../../../shared/reviews/admin-messages.ts'
import { WorkStrip } from '../../ui/chart/work-strip.tsx'
import { useGetAdminOrdersQuery } from './admin-api.ts'
import { useGetAdminReviewsQuery } from './reviews/use-moderation.tsx'

const anew = { refetchOnMountOrArgChange: true }

/** The admins' open work: orders by problem, and reported reviews. */
export function WorkList() {
  const { data: reported } = useGetAdminReviewsQuery({ view: 'reported', page_size: 1 }, anew)
  return (
    <WorkStrip
      work={[
        useOrdersWith('needs_action'),
        useOrdersWith('unpaid'),
        useOrdersWith('disputed'),
        useOrdersWith('late'),
        { to: '/admin/reviews?view=reported', text: adminReviewMessages.reportedReviews, count: reported?.total },
      ]}
    />
  )
}

function useOrdersWith(problem: OrderProblem) {
  return {
    to: `/admin/orders?problem=${problem}`,
    text: orderListMessages.problems[problem],
    count: useGetAdminOrdersQuery({ problem, page_size: 1 }, anew).data?.total,
    isUrgent: problem === 'disputed' || problem === 'late',
  }
}
