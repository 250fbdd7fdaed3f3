import headphones from '@lobehub/fluent-emoji-3d/assets/1f3a7.webp'
import controller from '@lobehub/fluent-emoji-3d/assets/1f3ae.webp'
import bulb from '@lobehub/fluent-emoji-3d/assets/1f4a1.webp'
import laptop from '@lobehub/fluent-emoji-3d/assets/1f4bb.webp'
import phone from '@lobehub/fluent-emoji-3d/assets/1f4f1.webp'
import camera from '@lobehub/fluent-emoji-3d/assets/1f4f7.webp'
import television from '@lobehub/fluent-emoji-3d/assets/1f4fa.webp'
import sofa from '@lobehub/fluent-emoji-3d/assets/1f6cb-fe0f.webp'
import bags from '@lobehub/fluent-emoji-3d/assets/1f6cd-fe0f.webp'
import tools from '@lobehub/fluent-emoji-3d/assets/1f6e0-fe0f.webp'
import teddy from '@lobehub/fluent-emoji-3d/assets/1f9f8.webp'
import basket from '@lobehub/fluent-emoji-3d/assets/1f9fa.webp'
import speaker from '@lobehub/fluent-emoji-3d/assets/1f50a.webp'
import dress from '@lobehub/fluent-emoji-3d/assets/1f457.webp'
import car from '@lobehub/fluent-emoji-3d/assets/1f697.webp'
import watch from '@lobehub/fluent-emoji-3d/assets/231a.webp'

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
