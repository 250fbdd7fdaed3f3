import type { AdminCategory } from '../../../../shared/categories/schema.ts'
import { classNames } from '../../../ui/class-names.ts'
import { builtInPicture } from '../../../ui/pictures/category-pictures.ts'

interface CategoryPictureProps {
  category: Pick<AdminCategory, 'slug' | 'name' | 'picture'>
  className: string
}

/** The tile of a category on the home page. */
export function CategoryPicture({ category: { slug, name, picture }, className }: CategoryPictureProps) {
  const shown = picture || builtInPicture(slug)
  return (
    <span
      className={classNames('picture-tile grid shrink-0 place-items-center overflow-hidden rounded-full', className)}
    >
      {shown ? (
        <img src={shown} alt="" width={256} height={256} draggable={false} className="size-full object-cover" />
      ) : (
        <span aria-hidden className="display text-muted">
          {[...name][0]}
        </span>
      )}
    </span>
  )
}
