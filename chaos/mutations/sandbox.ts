import type { Mutation } from './mutation.ts'

/** Mutations of the payment sandbox. */
export const sandboxMutations: readonly Mutation[] = [
  {
    name: 'sandbox-intent-unlocked',
    does: 'a payment is changed without a lock',
    replacements: { 'sandbox-intent-lock': '' },
  },
  {
    name: 'sandbox-key-unlocked',
    does: 'whether an idempotency key was used is checked, then it is used',
    replacements: { 'sandbox-key-lock': '' },
  },
  {
    name: 'sandbox-transfer-unlocked',
    does: 'transfers that have arrived are read, then taken',
    replacements: { 'sandbox-transfer-lock': ',' },
  },
]
