import headphones from '../../emoji/1f3a7.webp'
import controller from '../../emoji/1f3ae.webp'
import bulb from '../../emoji/1f4a1.webp'
import laptop from '../../emoji/1f4bb.webp'
import phone from '../../emoji/1f4f1.webp'
import camera from '../../emoji/1f4f7.webp'
import television from '../../emoji/1f4fa.webp'
import sofa from '../../emoji/1f6cb-fe0f.webp'
import bags from '../../emoji/1f6cd-fe0f.webp'
import tools from '../../emoji/1f6e0-fe0f.webp'
import teddy from '../../emoji/1f9f8.webp'
import basket from '../../emoji/1f9fa.webp'
import speaker from '../../emoji/1f50a.webp'
import dress from '../../emoji/1f457.webp'
import car from '../../emoji/1f697.webp'
import watch from '../../emoji/231a.webp'

const PICTURES = new Map(
  Object.entries({
    Audio: headphones,
    Automotive: car,
    Cameras: camera,
    Computers: laptop,
    Fashion: dress,
    Gaming: controller,
    Groceries: basket,
    'Home & Furniture': sofa,
    'Home & Lighting': bulb,
    Phones: phone,
    Speakers: speaker,
    'Tools & Hardware': tools,
    Toys: teddy,
    TVs: television,
    Wearables: watch,
  }),
)

/** Returns the picture of a category's tile; shopping bags for any other name. */
export function categoryPicture(name: string): string {
  return PICTURES.get(name) ?? bags
}
