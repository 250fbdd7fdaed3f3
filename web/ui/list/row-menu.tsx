import type { ReactNode } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { Ellipsis } from '../area-icons.ts'
import { Menu } from '../overlay/menu.tsx'

interface RowMenuProps {
  /** The name of the row, which names the menu. */
  name: string
  /** `MenuLink`s and `MenuItem`s. */
  children: ReactNode
}

/** The actions of a row, behind three dots. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <Menu
      label={listMessages.moreAbout({ name })}
      trigger={
        <span className="inline-grid size-8 place-items-center rounded-field hover:bg-tint-strong">
          <Ellipsis aria-hidden className="size-4.5" />
        </span>
      }
    >
      {children}
    </Menu>
  )
}
