import { defineMessages } from '../kernel/define-messages.ts'
export const savedMessages = defineMessages('saved', {
  heading: 'Wish list',
  save: 'Save {name} to the wish list',
  changeFailed: "We couldn't change your wish list. Please try again.",
})
