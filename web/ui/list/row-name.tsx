import type { ReactNode } from 'react'
import { ProductPicture } from '../pictures/product-picture.tsx'

interface RowNameProps {
  name: string
  /** Empty for a product without one. */
  picture: string
  /** Below the name. */
  children?: ReactNode
}

/** A product's small picture and its name on one line, in the row of a table. */
export function RowName({ name, picture, children }: RowNameProps) {
  return (
    <span className="flex items-center gap-3 xl:min-w-44">
      <span className="w-8 shrink-0">
        <ProductPicture src={picture} alt="" sizes="32px" className="rounded-[0.375rem]" />
      </span>
      <span className="grid min-w-0 justify-items-start">
        <span title={name} className="line-clamp-2 wrap-anywhere xl:line-clamp-1">
          {name}
        </span>
        {children}
      </span>
    </span>
  )
}
