import { commonErrors, type ErrorDefinitions } from '../kernel/errors.ts'

export const noticeErrors = {
  ...commonErrors,
  notice_not_found: { status: 404, text: 'This notice does not exist.' },
} as const satisfies ErrorDefinitions

export const activityErrors = {
  ...commonErrors,
  action_not_found: { status: 404, text: 'There is no such action.' },
  task_not_found: { status: 404, text: 'This task is done, or being tried.' },
} as const satisfies ErrorDefinitions
