import { defineMessages } from '../kernel/define-messages.ts'

export const destinationMessages = defineMessages('destinations', {
  deliversTo: 'Delivers to',
  everywhereElse: 'Everywhere else',
  everywhereElseHint: 'All places not named by your other methods.',
  addCountry: 'Add a country',
  chooseFromList: 'Choose a country from the list.',
  remove: 'Remove {country}',
  limitHint: 'Select a country to limit it to some postal codes.',
  postalCodes: 'Postal codes in {country}',
  postalCodesHint: 'Type how they begin, such as 10, 12. Leave it empty for the whole country.',
})
