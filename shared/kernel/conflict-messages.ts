import { defineMessages } from './define-messages.ts'

/** The note above a form whose data someone else has changed meanwhile. */
export const conflictMessages = defineMessages('conflict', {
  field: 'Field',
  mine: 'Mine',
  theirs: 'Theirs',
  loadTheirs: 'Load theirs',
  keepMine: 'Keep mine',
})
