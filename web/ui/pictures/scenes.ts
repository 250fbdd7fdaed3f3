import type { BuiltInBanner } from '../../../shared/banners/constants.ts'
import audio from '../../pictures/hero-audio.webp'
import everything from '../../pictures/hero-everything.webp'
import fashion from '../../pictures/hero-fashion.webp'
import home from '../../pictures/hero-home.webp'

/**
 * The still lifes of the built-in banners, with space for the text at the inline start, and their backgrounds: light in both
 * themes.
 */
export const SCENES: Record<BuiltInBanner, { picture: string; look: string }> = {
  everything: { picture: everything, look: 'bg-[#f1af8c]' },
  audio: { picture: audio, look: 'bg-[#c8b5ee]' },
  home: { picture: home, look: 'bg-[#8fcef1]' },
  fashion: { picture: fashion, look: 'bg-[#f2a7aa]' },
}
