/** A file of its own: pages of the shop have no such button. */
export const copyMessages = {
  copy: 'Copy',
  copyId: (id: string) => `Copy ${id}`,
  copied: 'Copied',
} as const
