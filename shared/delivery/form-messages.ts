import { defineMessages } from '../kernel/define-messages.ts'

/** Faults of a request or the form of a method. */
export const deliveryFormMessages = defineMessages('deliveryForm', {
  nameNeeded: 'Please enter a name.',
  amountMalformed: 'Please enter an amount, like 4.90.',
  daysMalformed: 'Please enter whole days from 0 to {max}.',
  dispatchMalformed: 'Please enter a whole number from 1 to {max}.',
  daysNotRising: 'The last day must not be before the first.',
  weightMalformed: 'Please enter whole grams from 1 to 1,000,000.',
  stepsNeeded: 'Please enter at least one weight with its price.',
  stepsNotRising: 'Each weight must be greater than the one before.',
  pickupAddressNeeded: 'Please enter where buyers collect their goods.',
  countryUnknown: 'Please choose a country from the list.',
  dayMalformed: 'Please enter a day.',
  sellerTwice: 'Please choose one method for each seller.',
  tooManyDestinations: 'Please name at most {max} destinations.',
  destinationProblems: {
    country_unknown: 'This country is not known.',
    postal_invalid: 'This is not the beginning of a postal code.',
    twice: 'This destination is in the list twice.',
  },
})
