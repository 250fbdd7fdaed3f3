import { nanoid } from '@reduxjs/toolkit'
import { MAX_OTHER_IMAGES } from '../../../shared/catalog/constants.ts'
import type { SaveProduct } from '../../../shared/catalog/schema.ts'

/** A picture in the form: one the product has, or a new one with its file. */
export interface Picture {
  /** Tells pictures apart while they move. */
  key: string
  /** What `<img>` shows. */
  src: string
  file?: File
}

/** The pictures of a product in the form. */
export interface Pictures {
  featured: Picture | null
  others: readonly Picture[]
}

/** A picture the product has, by its address. */
export function keptPicture(address: string): Picture {
  return { key: address, src: address }
}

/** A picture that was just chosen; `forgetPicture` gives its memory back. */
export function newPicture(file: File): Picture {
  return { key: `file-${nanoid()}`, src: URL.createObjectURL(file), file }
}

/** Gives back the memory of a picture that was chosen and is shown no more. */
export function forgetPicture({ src, file }: Picture): void {
  if (file) URL.revokeObjectURL(src)
}

/** Adds pictures after the others as far as there is room; `dropped` are those there was none for. */
export function withAdded(pictures: Pictures, added: readonly Picture[]): { pictures: Pictures; dropped: Picture[] } {
  const all = [...pictures.others, ...added]
  return {
    pictures: { ...pictures, others: all.slice(0, MAX_OTHER_IMAGES) },
    dropped: all.slice(MAX_OTHER_IMAGES),
  }
}

/** Moves one of the others to another place among them. */
export function withMoved(pictures: Pictures, key: string, to: number): Pictures {
  const moved = pictures.others.find((picture) => picture.key === key)
  if (!moved || to < 0 || to >= pictures.others.length) return pictures
  const others = pictures.others.filter((picture) => picture !== moved)
  others.splice(to, 0, moved)
  return { ...pictures, others }
}

/** Makes one of the others the featured one, and the featured one the first of the others. */
export function withFeatured(pictures: Pictures, key: string): Pictures {
  const featured = pictures.others.find((picture) => picture.key === key)
  if (!featured) return pictures
  const others = pictures.others.filter((picture) => picture !== featured)
  return { featured, others: pictures.featured ? [pictures.featured, ...others] : others }
}

/** Takes one of the others away. */
export function withoutOther(pictures: Pictures, key: string): Pictures {
  return { ...pictures, others: pictures.others.filter((picture) => picture.key !== key) }
}

/** Whether these are the same pictures in the same order. */
export function samePictures(one: Pictures, other: Pictures): boolean {
  const keys = ({ featured, others }: Pictures) => [featured, ...others].map((picture) => picture?.key).join(' ')
  return keys(one) === keys(other)
}

/** What is sent of them: the list of pictures, featured first, and the files by the names used in it. */
export function toUpload(pictures: Pictures): { images: SaveProduct['images']; files: Map<string, File> } {
  const all = [pictures.featured, ...pictures.others].filter((picture) => picture !== null)
  const files = new Map(all.flatMap(({ key, file }) => (file ? [[key, file] as const] : [])))
  return { images: all.map(({ key, file, src }) => (file ? key : src)), files }
}
