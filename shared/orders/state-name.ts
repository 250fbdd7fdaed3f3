import { orderMessages } from './messages.ts'

/** Returns what pages call a state of an order; one that only a newer version knows is returned as it is. */
export function orderStateName(state: string): string {
  return (orderMessages.states as Readonly<Record<string, string>>)[state] ?? state
}
