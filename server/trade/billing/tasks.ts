import type { Task } from '../../platform/jobs/task.ts'

const service = { name: 'provider', atOnce: 3 }

/** Syncs the payment, refund or dispute that an event names. */
export const applyEventTask: Task<{ event_id: string }> = { name: 'apply_payment_event', service }
/** Checks a payment for which no event arrived. */
export const checkPaymentTask: Task<{ payment_id: string }> = { name: 'check_payment', service }
/** Sends a refund, or reads its state when it was sent before. */
export const sendRefundTask: Task<{ refund_id: string }> = { name: 'send_refund', service }
/** Captures an authorised payment. */
export const captureTask: Task<{ payment_id: string }> = { name: 'capture_payment', service }
/** Finds refunds and disputes whose event never arrived. */
export const findUnreportedTask: Task = { name: 'find_unreported', service }
