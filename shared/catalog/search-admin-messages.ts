import { commonRefusals, type RefusalTexts } from '../kernel/refusals.ts'
import { SEARCHES_COUNTED_DAYS } from './constants.ts'

export const searchAdminMessages = {
  title: 'Search',
  intro: `Searches of the last ${SEARCHES_COUNTED_DAYS} days, recorded without accounts, and their synonyms.`,
  failed: "We couldn't load the searches.",
  withoutResult: 'Searches that found nothing',
  noneWithoutResult: 'Every search found something',
  noneWithoutResultText: 'Searches without a result appear here. A synonym can lead them to the right products.',
  mostSearched: 'Most searched',
  noneSearched: 'No searches yet',
  noneSearchedText: 'Searches in the shop appear here, with how often they were made.',
  text: 'Text',
  searches: 'Searches',
  synonyms: 'Synonyms',
  noSynonyms: 'No synonyms yet',
  noSynonymsText: 'With "couch" as a synonym of "sofa", a search for either finds both.',
  addSynonym: 'Add synonym',
  addSynonymFor: (text: string) => `Add synonym for "${text}"`,
  words: 'Search for',
  synonym: 'Also finds',
  direction: 'Direction',
  bothWays: 'Both ways',
  oneWay: 'One way',
  oneWayHint: 'Only a search for the first finds the second.',
  wordsNeeded: 'Enter both texts.',
  save: 'Save',
  saved: 'Synonym saved',
  remove: 'Remove',
  removeSynonym: (words: string, synonym: string) => `Remove ${words}, ${synonym}`,
  removed: 'Synonym removed',
  removeFailed: "We couldn't remove the synonym. Please try again.",
}

export const synonymRefusals = {
  ...commonRefusals,
  same_words: 'Both texts have the same words.',
  no_words: 'A text needs a letter or a digit.',
  synonym_exists: 'This synonym exists already.',
  too_many_synonyms: 'There are too many synonyms. Remove some first.',
  synonym_not_found: 'This synonym does not exist any more.',
} as const satisfies RefusalTexts
