/** The button that copies an id: of the pages in the shop none has it. */
export const copyMessages = {
  copy: 'Copy',
  copyId: (id: string) => `Copy ${id}`,
  copied: 'Copied',
} as const
