/** What pages and mails say where orders are paid in the sandbox. */
export const testModeMessages = {
  note: 'Test mode: no real money moves.',
} as const
