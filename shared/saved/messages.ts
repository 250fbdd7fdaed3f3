import { isolated } from '../kernel/locale.ts'
export const savedMessages = {
  heading: 'Wish list',
  save: (name: string) => `Save ${isolated(name)} to the wish list`,
  changeFailed: "We couldn't change your wish list. Please try again.",
} as const
