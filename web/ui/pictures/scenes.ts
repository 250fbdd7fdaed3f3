import type { BuiltInBanner } from '../../../shared/banners/constants.ts'
import audio from '../../pictures/hero-audio.webp'
import everything from '../../pictures/hero-everything.webp'
import fashion from '../../pictures/hero-fashion.webp'
import home from '../../pictures/hero-home.webp'

/**
 * The still lifes of the built-in banners, with space for the text at the inline start, and their backgrounds, in the dark as
 * `dimmed` as the pictures.
 */
export const SCENES: Record<BuiltInBanner, { picture: string; look: string }> = {
  everything: { picture: everything, look: 'bg-[light-dark(#f1af8c,#6c4f3f)]' },
  audio: { picture: audio, look: 'bg-[light-dark(#c8b5ee,#5a516b)]' },
  home: { picture: home, look: 'bg-[light-dark(#8fcef1,#405d6c)]' },
  fashion: { picture: fashion, look: 'bg-[light-dark(#f2a7aa,#6d4b4c)]' },
}
