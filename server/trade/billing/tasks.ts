import type { Task } from '../../platform/jobs/task.ts'

const service = { name: 'provider', atOnce: 3 }

/** Reads what an event is about as it is now, and applies the difference. */
export const applyEventTask: Task<{ event_id: string }> = { name: 'apply_payment_event', service }
/** Asks about a payment of which no event came. */
export const checkPaymentTask: Task<{ payment_id: string }> = { name: 'check_payment', service }
/** Sends a refund, or asks what has become of it. */
export const sendRefundTask: Task<{ refund_id: string }> = { name: 'send_refund', service }
/** Takes what is authorised. */
export const captureTask: Task<{ payment_id: string }> = { name: 'capture_payment', service }
/** Finds refunds and disputes of which no event came. */
export const findUnreportedTask: Task = { name: 'find_unreported', service }
