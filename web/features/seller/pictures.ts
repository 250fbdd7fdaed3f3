import { nanoid } from '@reduxjs/toolkit'
import { MAX_OTHER_IMAGES } from '../../../shared/catalog/constants.ts'
import type { SaveProduct } from '../../../shared/catalog/schema.ts'

/** A picture in the form: an existing one, or a new one with its file. */
export interface Picture {
  /** Identifies the picture, also after it moves. */
  key: string
  /** The address for `<img>`. */
  src: string
  file?: File
}

/** The pictures of a product in the form. */
export interface Pictures {
  featured: Picture | null
  others: readonly Picture[]
}

/** Returns an existing picture by its address. */
export function existingPicture(address: string): Picture {
  return { key: address, src: address }
}

/** Returns a picture for a new file; `releasePicture` frees its memory. */
export function newPicture(file: File): Picture {
  return { key: `file-${nanoid()}`, src: URL.createObjectURL(file), file }
}

/** Frees the memory of a new picture that is no longer shown. */
export function releasePicture({ src, file }: Picture): void {
  if (file) URL.revokeObjectURL(src)
}

/** Returns the pictures with `added` at the end, up to the limit; the rest is `dropped`. */
export function withAdded(pictures: Pictures, added: readonly Picture[]): { pictures: Pictures; dropped: Picture[] } {
  const all = [...pictures.others, ...added]
  return {
    pictures: { ...pictures, others: all.slice(0, MAX_OTHER_IMAGES) },
    dropped: all.slice(MAX_OTHER_IMAGES),
  }
}

/** Returns the pictures with an additional one moved to another position. */
export function withMoved(pictures: Pictures, key: string, to: number): Pictures {
  const moved = pictures.others.find((picture) => picture.key === key)
  if (!moved || to < 0 || to >= pictures.others.length) return pictures
  const others = pictures.others.filter((picture) => picture !== moved)
  others.splice(to, 0, moved)
  return { ...pictures, others }
}

/** Returns the pictures with an additional one as the featured one, which becomes the first additional one. */
export function withFeatured(pictures: Pictures, key: string): Pictures {
  const featured = pictures.others.find((picture) => picture.key === key)
  if (!featured) return pictures
  const others = pictures.others.filter((picture) => picture !== featured)
  return { featured, others: pictures.featured ? [pictures.featured, ...others] : others }
}

/** Returns the pictures without an additional one. */
export function withoutOther(pictures: Pictures, key: string): Pictures {
  return { ...pictures, others: pictures.others.filter((picture) => picture.key !== key) }
}

/** Returns whether these are the same pictures in the same order. */
export function samePictures(one: Pictures, other: Pictures): boolean {
  const keys = ({ featured, others }: Pictures) => [featured, ...others].map((picture) => picture?.key).join(' ')
  return keys(one) === keys(other)
}

/** Returns what to send: all pictures, the featured one first, and the files by the field names in that list. */
export function toUpload(pictures: Pictures): { images: SaveProduct['images']; files: Map<string, File> } {
  const all = [pictures.featured, ...pictures.others].filter((picture) => picture !== null)
  const files = new Map(all.flatMap(({ key, file }) => (file ? [[key, file] as const] : [])))
  return { images: all.map(({ key, file, src }) => (file ? key : src)), files }
}
