import all from '../../../pictures/category-all.webp'
import audio from '../../../pictures/category-audio.webp'
import automotive from '../../../pictures/category-automotive.webp'
import cameras from '../../../pictures/category-cameras.webp'
import computers from '../../../pictures/category-computers.webp'
import fashion from '../../../pictures/category-fashion.webp'
import gaming from '../../../pictures/category-gaming.webp'
import groceries from '../../../pictures/category-groceries.webp'
import furniture from '../../../pictures/category-home-furniture.webp'
import lighting from '../../../pictures/category-home-lighting.webp'
import phones from '../../../pictures/category-phones.webp'
import speakers from '../../../pictures/category-speakers.webp'
import tools from '../../../pictures/category-tools-hardware.webp'
import toys from '../../../pictures/category-toys.webp'
import televisions from '../../../pictures/category-tvs.webp'
import wearables from '../../../pictures/category-wearables.webp'

const PICTURES = new Map(
  Object.entries({
    Audio: audio,
    Automotive: automotive,
    Cameras: cameras,
    Computers: computers,
    Fashion: fashion,
    Gaming: gaming,
    Groceries: groceries,
    'Home & Furniture': furniture,
    'Home & Lighting': lighting,
    Phones: phones,
    Speakers: speakers,
    'Tools & Hardware': tools,
    Toys: toys,
    TVs: televisions,
    Wearables: wearables,
  }),
)

/** Returns the picture of a category's tile, 256 pixels wide; a still life for any other name. */
export function categoryPicture(name: string): string {
  return PICTURES.get(name) ?? all
}
