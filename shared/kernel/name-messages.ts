import { defineMessages } from './define-messages.ts'
export const nameMessages = defineMessages('name', {
  notPlain:
    'Please use visible characters only, without marks for direction, joined emoji, or more than four accents on a letter.',
})
