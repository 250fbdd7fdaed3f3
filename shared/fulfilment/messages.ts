import { defineMessages } from '../kernel/define-messages.ts'

export const fulfilmentMessages = defineMessages('fulfilment', {
  httpsOnly: 'The tracking link must begin with https://.',
  wrongDay: 'Enter a day of this century.',
  carrierNeeded: 'Choose or enter a carrier.',
  declineReasonNeeded: 'Tell the buyer why.',
  instructionsNeeded: 'Enter the return address.',
  resalableTooMany: 'You cannot resell more units than came back.',
  nothingReceived: 'Enter at least one unit that came back.',
})
