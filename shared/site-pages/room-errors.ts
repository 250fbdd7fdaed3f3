import { defineErrors } from '../kernel/define-messages.ts'

/** A failure of changes of what every page carries. */
export const roomErrors = defineErrors('roomErrors', {
  texts_too_long: {
    status: 409,
    text: 'Every page carries the names of categories and the texts of the footer, which are too long in all. Please shorten one.',
  },
})
