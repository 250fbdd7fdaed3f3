import { useCallback, useEffect, useRef, useState } from 'react'
import { CATEGORIES, type Category } from '../../../shared/catalog/constants.ts'
import type { SaveProduct, SellerProduct } from '../../../shared/seller/schema.ts'
import { forgetPicture, keptPicture, type Pictures, samePictures, toUpload } from './pictures.ts'
import { readImages } from './read-images.ts'

/** What is in the form. */
export interface ProductDraft {
  product_name: string
  /** As typed. */
  product_price: string
  product_desc: string
  product_category: Category[]
  pictures: Pictures
}

const EMPTY: ProductDraft = {
  product_name: '',
  product_price: '',
  product_desc: '',
  product_category: [],
  pictures: { featured: null, others: [] },
}

/** A product as the form begins with it. */
export function draftOf(product: SellerProduct): ProductDraft {
  return {
    product_name: product.product_name,
    product_price: product.product_price.toFixed(2),
    product_desc: product.product_desc,
    product_category: CATEGORIES.filter((category) => product.product_category.includes(category)),
    pictures: {
      featured: keptPicture(product.featured_image),
      others: readImages(product.other_images).images.map(keptPicture),
    },
  }
}

/** What is sent of a draft that has all it needs. */
export function uploadOf({ pictures, product_price, ...draft }: ProductDraft): {
  product: SaveProduct
  files: Map<string, File>
} {
  const { images, files } = toUpload(pictures)
  return { product: { ...draft, product_price: Number(product_price), images }, files }
}

/** Keeps what is in the form. `isDirty` says whether it differs from what is saved, and can be called at any time. */
export function useProductDraft(initial: ProductDraft = EMPTY) {
  const [draft, setDraft] = useState(initial)
  const saved = useRef<ProductDraft | 'all'>(initial)
  const current = useRef(draft)
  useEffect(() => {
    current.current = draft
  }, [draft])
  // Pictures that were chosen are given back with the form.
  useEffect(() => () => picturesOf(current.current).forEach(forgetPicture), [])

  return {
    draft,
    change: useCallback((changes: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...changes })), []),
    changePictures: useCallback(
      (change: (pictures: Pictures) => Pictures) =>
        setDraft((before) => ({ ...before, pictures: change(before.pictures) })),
      [],
    ),
    isDirty: useCallback(() => saved.current !== 'all' && !isSame(saved.current, current.current), []),
    /** Nothing of the form is worth keeping any more. */
    markSaved: useCallback(() => {
      saved.current = 'all'
    }, []),
  }
}

function picturesOf({ pictures }: ProductDraft) {
  return [pictures.featured, ...pictures.others].filter((picture) => picture !== null)
}

function isSame({ pictures: onePictures, ...one }: ProductDraft, { pictures, ...other }: ProductDraft): boolean {
  return samePictures(onePictures, pictures) && JSON.stringify(one) === JSON.stringify(other)
}
