import drawings from '../../pictures/drawings.svg'

/** The drawing of an empty list or page, in the page's colors; `drawings.svg` has them all. */
export function Drawing({ of }: { of: 'bag' | 'letter' | 'list' | 'search' | 'stall' }) {
  return (
    <svg viewBox="0 0 220 150" aria-hidden="true" className="h-36 w-53 max-w-full">
      <use href={`${drawings}#scene`} />
      <use href={`${drawings}#${of}`} />
    </svg>
  )
}
