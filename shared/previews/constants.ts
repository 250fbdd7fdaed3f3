/** The time for which the address of a preview works. */
export const PREVIEW_MINUTES = 15
