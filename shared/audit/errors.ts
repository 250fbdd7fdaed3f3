import { rightErrors } from '../accounts/right-messages.ts'
import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'

export const noticeErrors = defineErrors('noticeErrors', {
  ...commonErrors,
  notice_not_found: { status: 404, text: 'This notice does not exist.' },
})

export const activityErrors = defineErrors('activityErrors', {
  ...commonErrors,
  ...rightErrors,
  action_not_found: { status: 404, text: 'There is no such action.' },
  task_not_found: { status: 404, text: 'This task is done or running.' },
})
