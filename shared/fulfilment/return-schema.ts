import { z } from 'zod'
import { revision } from '../kernel/revision.ts'
import { multiLineText, nameText, singleLineText } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import { amountField } from '../payments/schema.ts'
import { MAX_INSTRUCTIONS_LENGTH, MAX_LINES, MAX_NOTE_LENGTH, RETURN_REASONS, RETURN_STATES } from './constants.ts'
import { fulfilmentMessages } from './messages.ts'

const whole = z.number().int()
const time = z.string().nullable()
const text = z.string().nullable()

const lineFields = {
  line_number: whole,
  quantity: whole,
  received: whole,
}
const returnFields = {
  return_number: whole,
  state: z.enum(RETURN_STATES),
  reason: z.enum(RETURN_REASONS),
  note: text,
  /** The return address and instructions of an accepted return. */
  instructions: text,
  /** The reason of a declined return. */
  answer_note: text,
  carrier: text,
  tracking_number: text,
  /** The carrier's page, if known. */
  tracking_url: text,
  requested_at: z.string(),
  answered_at: time,
  withdrawn_at: time,
  /** When the buyer reported the goods as sent. */
  sent_at: time,
  /** The last time for that report; null once it is made, and for returns that are not accepted. */
  send_until: time,
  received_at: time,
  /** When it ended without that report; late goods can still be received. */
  expired_at: time,
  /** Dollars to refund for the received units; null when the order is paid outside the marketplace. */
  refunded: z.number().nullable(),
}

export const buyerReturnSchema = z.object({ ...returnFields, lines: z.array(z.object(lineFields)) })
export type BuyerReturn = z.infer<typeof buyerReturnSchema>

export const fullReturnSchema = z.object({
  ...returnFields,
  lines: z.array(
    z.object({
      ...lineFields,
      /** Received units that can be sold again. */
      resalable: whole,
    }),
  ),
})
export type FullReturn = z.infer<typeof fullReturnSchema>

const lineNumber = whole.min(1).max(MAX_LINES)
const units = whole.max(999)

const seenOf = (typed: string) => (isVisible(typed) ? typed.trim() : '')
const note = singleLineText(MAX_NOTE_LENGTH)
  .transform((typed) => seenOf(typed) || undefined)
  .optional()
const shortText = singleLineText(60).transform(seenOf)

const isEachOnce = (lines: readonly { line_number: number }[]) =>
  new Set(lines.map(({ line_number }) => line_number)).size === lines.length
const TWICE = 'names a line twice'
export const lineUnitsSchema = z.object({ line_number: lineNumber, quantity: units.min(1) })
/** Each line at most once. */
export const someLines = z.array(lineUnitsSchema).min(1).max(MAX_LINES).refine(isEachOnce, TWICE)

export const requestReturnSchema = z.object({
  revision,
  lines: someLines,
  reason: z.enum(RETURN_REASONS),
  note,
})
export type RequestReturn = z.infer<typeof requestReturnSchema>

export const sentReturnSchema = z.object({
  revision,
  carrier: nameText(60)
    .transform(seenOf)
    .refine((name) => name.length > 0, { error: () => fulfilmentMessages.carrierNeeded }),
  tracking_number: shortText.transform((typed) => typed || null).nullish(),
})
export type SentReturn = z.infer<typeof sentReturnSchema>

const instructions = multiLineText(MAX_INSTRUCTIONS_LENGTH)
  .transform((typed) => seenOf(typed) || undefined)
  .optional()

export const answerReturnSchema = z
  .object({ revision, accept: z.boolean(), instructions, note })
  .refine(({ accept, instructions: where }) => !accept || where !== undefined, {
    error: () => fulfilmentMessages.instructionsNeeded,
    path: ['instructions'],
  })
  .refine(({ accept, note: reason }) => accept || reason !== undefined, {
    error: () => fulfilmentMessages.declineReasonNeeded,
    path: ['note'],
  })
export type AnswerReturn = z.infer<typeof answerReturnSchema>

/** Dollars of the delivery to refund with the units, where more goes back than they take along. */
export const addedDeliveryField = { delivery: amountField.optional() }

export const receiveReturnSchema = z.object({
  revision,
  ...addedDeliveryField,
  lines: z
    .array(
      z
        .object({ line_number: lineNumber, received: units.min(0), resalable: units.min(0) })
        .refine(({ received, resalable }) => resalable <= received, {
          error: () => fulfilmentMessages.resalableTooMany,
          path: ['resalable'],
        }),
    )
    .min(1)
    .max(MAX_LINES)
    .refine(isEachOnce, TWICE)
    .refine((lines) => lines.some(({ received }) => received > 0), { error: () => fulfilmentMessages.nothingReceived }),
})
export type ReceiveReturn = z.infer<typeof receiveReturnSchema>
