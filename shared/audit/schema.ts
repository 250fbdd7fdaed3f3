import { z } from 'zod'
import { filterDay, filterText, listQuerySchema, matchFields, pageFields, sortFields } from '../kernel/list-schema.ts'
import { optionalText, queryInteger } from '../kernel/text.ts'
import { ACTIVITY_SORTS, ADMIN_ACTIONS, MAX_REASON_LENGTH, NOTICED_ACTIONS } from './constants.ts'

/** The reason for an admin's action, shown to the sellers concerned; blank counts as none. */
export const reasonField = optionalText(MAX_REASON_LENGTH)

/** The body of an action without other parameters. */
export const reasonSchema = z.object({ reason: reasonField }).nullish()

/** Filters of the audit log; `q` is an id, or part of a name or email address. */
export const activityFilterSchema = z.object({
  q: filterText,
  action: z.enum(ADMIN_ACTIONS).optional(),
  /** First and last day, in the marketplace's time zone. */
  from: filterDay,
  to: filterDay,
})
export type ActivityFilters = z.infer<typeof activityFilterSchema>
export const activityQuerySchema = listQuerySchema.extend({
  ...activityFilterSchema.shape,
  ...sortFields(ACTIVITY_SORTS),
})
export type ActivityQuery = z.infer<typeof activityQuerySchema>

const fieldsSchema = z.record(z.string(), z.unknown()).nullable()

export const activitySchema = z.object({
  action_number: z.number().int(),
  created_at: z.string(),
  admin_id: z.string(),
  /** Display name, else email address. */
  admin_name: z.string(),
  action: z.enum(ADMIN_ACTIONS),
  /** The id of the product, order or user. */
  target: z.string(),
  /** Set for users only. */
  target_name: z.string().optional(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  /** The changed fields of settings; in a single action only. */
  difference: z.object({ before: fieldsSchema, after: fieldsSchema }).optional(),
})
export type Activity = z.infer<typeof activitySchema>

export const activityPageSchema = z.object({ activities: z.array(activitySchema), ...pageFields, ...matchFields })
export type ActivityPage = z.infer<typeof activityPageSchema>

/** The notice of an admin's action to a seller. */
const noticeSchema = z.object({
  notice_number: z.number().int(),
  created_at: z.string(),
  action: z.enum(NOTICED_ACTIONS),
  /** The name of the product, or the id of the order. */
  subject: z.string(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
})
export type Notice = z.infer<typeof noticeSchema>

export const noticesSchema = z.object({
  /** The newest ones that were not dismissed. */
  notices: z.array(noticeSchema),
  total: z.number().int(),
})
export type Notices = z.infer<typeof noticesSchema>

export const noticeParamsSchema = z.object({ notice_number: queryInteger(999_999_999) })
export const actionParamsSchema = z.object({ action_number: queryInteger(999_999_999) })

const failedTaskSchema = z.object({
  task_number: z.number().int(),
  task: z.string(),
  /** The id of the message, payment or event. */
  subject: z.string(),
  attempts: z.number().int(),
  created_at: z.string(),
  failure: z.string(),
})
export type FailedTask = z.infer<typeof failedTaskSchema>

export const failedTasksSchema = z.object({
  /** The oldest ones. */
  tasks: z.array(failedTaskSchema),
  is_more: z.boolean(),
})
export type FailedTasks = z.infer<typeof failedTasksSchema>

export const taskParamsSchema = z.object({ task_number: queryInteger(Number.MAX_SAFE_INTEGER) })
