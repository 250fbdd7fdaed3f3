export const nameMessages = {
  notPlain:
    'Please use visible characters only, without marks for direction, joined emoji, or more than four accents on a letter.',
} as const
