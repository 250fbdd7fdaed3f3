import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { UserRound } from '../icons.tsx'

interface AvatarProps {
  /** The address of the picture; a placeholder replaces a missing or broken one. */
  src: string | null | undefined
  /** Pixels. */
  size?: number
  className?: string
}

/** A round picture of a user whose name is shown beside it. */
export function Avatar({ src, size = 36, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const box = classNames('inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-tint', className)
  return (
    <span className={box} style={{ width: size, height: size }}>
      {src && failed !== src ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          className="size-full object-cover"
          onError={() => setFailed(src)}
        />
      ) : (
        <UserRound aria-hidden className="size-3/5 text-muted" />
      )}
    </span>
  )
}
