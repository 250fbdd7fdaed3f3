import { defineMessages } from '../kernel/define-messages.ts'

/** Texts beside the buttons that place an order or make an account. */
export const legalMessages = defineMessages('legal', {
  terms: 'terms',
  privacy: 'privacy policy',
  order: {
    both: 'By placing your order you agree to the {terms} and the {privacy}.',
    terms: 'By placing your order you agree to the {terms}.',
    privacy: 'By placing your order you agree to the {privacy}.',
  },
  placed: {
    both: 'Placed under the {terms} and the {privacy} of that time.',
    terms: 'Placed under the {terms} of that time.',
    privacy: 'Placed under the {privacy} of that time.',
  },
  signUp: {
    both: 'By signing up you agree to the {terms} and the {privacy}.',
    terms: 'By signing up you agree to the {terms}.',
    privacy: 'By signing up you agree to the {privacy}.',
  },
})
