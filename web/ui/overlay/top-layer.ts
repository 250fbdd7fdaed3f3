/**
 * Props of what opens over the page, in the browser's top layer: nothing that sticks or scrolls covers or cuts it. It stands
 * at the element of the class `anchor` within the nearest one of the class `anchored`.
 */
export const onTop = {
  popover: 'manual',
  ref: (element: HTMLElement | null) => void element?.togglePopover(true),
} as const
