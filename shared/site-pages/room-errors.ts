import { defineErrors } from '../kernel/define-messages.ts'

/** A failure of changes of what every page carries. */
export const roomErrors = defineErrors('roomErrors', {
  texts_too_long: {
    status: 409,
    text: 'The names of categories and the texts of the footer are on every page, and too long in total. Please shorten one.',
  },
})
