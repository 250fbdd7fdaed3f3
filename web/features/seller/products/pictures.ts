import { nanoid } from '@reduxjs/toolkit'
import { MAX_OTHER_IMAGES } from '../../../../shared/catalog/constants.ts'
import type { SaveProduct } from '../../../../shared/catalog/schema.ts'

/** A picture in the form: an existing one, or a new one with its file. */
export interface Picture {
  /** Identifies the picture, even after it moves. */
  key: string
  /** The address for `<img>`. */
  src: string
  file?: File
  /** The seller's description; absent without one. */
  text?: string
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

/** Returns an existing picture with what it shows. */
export function describedPicture(address: string, text = ''): Picture {
  return { ...existingPicture(address), ...(text && { text }) }
}

const FILE_KEY = 'file-'

/** Returns a picture for a file; `releasePicture` frees its memory. */
export function newPicture(file: File, key = FILE_KEY + nanoid()): Picture {
  return { key, src: URL.createObjectURL(file), file }
}

/** Returns whether a stored text is the key of a new picture, not the address of an existing one. */
export function isFileKey(stored: unknown): stored is string {
  return typeof stored === 'string' && stored.startsWith(FILE_KEY)
}

/** Frees the memory of a new picture that is no longer shown. */
export function releasePicture({ src, file }: Picture): void {
  if (file) URL.revokeObjectURL(src)
}

/** Returns the pictures with `added` at the end, up to the limit. */
export function withAdded(pictures: Pictures, added: readonly Picture[]): Pictures {
  return { ...pictures, others: [...pictures.others, ...added].slice(0, MAX_OTHER_IMAGES) }
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

/** Returns the pictures with another text for one of them. */
export function withText(pictures: Pictures, key: string, text: string): Pictures {
  const written = (picture: Picture) => (picture.key === key ? { ...picture, text } : picture)
  return { featured: pictures.featured && written(pictures.featured), others: pictures.others.map(written) }
}

/** Returns whether these are the same pictures with the same texts in the same order. */
export function samePictures(one: Pictures, other: Pictures): boolean {
  const shown = ({ featured, others }: Pictures) =>
    JSON.stringify([featured, ...others].map((picture) => [picture?.key, picture?.text ?? '']))
  return shown(one) === shown(other)
}

/** Returns the request's pictures, the featured one first, with files by their names in that list. */
export function toUpload(
  pictures: Pictures,
): Pick<SaveProduct, 'images' | 'picture_texts'> & { files: Map<string, File> } {
  const all = [pictures.featured, ...pictures.others].filter((picture) => picture !== null)
  const texts = all.map(({ text = '' }) => text)
  return { images: all.map(storedTextOf), picture_texts: texts.some(Boolean) ? texts : [], files: filesOf(all) }
}

/** Returns the files of new pictures by their keys. */
export function filesOf(pictures: readonly Picture[]): Map<string, File> {
  return new Map(pictures.flatMap(({ key, file }) => (file ? [[key, file] as const] : [])))
}

/** Returns the stored or sent name of a picture: the key of its file, or its address. */
export function storedTextOf({ key, file, src }: Picture): string {
  return file ? key : src
}
