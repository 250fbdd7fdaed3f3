import type { Shelf } from './product.ts'

export const fashion: Shelf = {
  category: 'Fashion',
  seller: 'ridge-outfit',
  note: 'Another size is exchanged free of charge; worn through within two years, it is mended.',
  products: [
    {
      name: 'Ridgeway Waxed Field Jacket',
      price: 149,
      lead: 'A jacket that gets better with every walk in the rain.',
      story:
        'Waxed cotton outside, checked wool inside, and pockets for everything a dog owner carries. Re-wax it once a year, and it will outlast the dog.',
      points: ['Waxed cotton, 8 oz', 'Two-way zip under snaps', 'Game pocket at the back', 'Sizes XS to XXL'],
      box: 'jacket, tin of wax',
    },
    {
      name: 'Harlow Organic Cotton T-Shirt, Sky',
      price: 24.95,
      lead: 'The plain one you will reach for first.',
      story: 'Heavy enough to hang well, soft from the first day, sewn so that the side seams stay at the sides.',
      points: ['100 % organic cotton, 180 g/m²', 'Pre-washed, does not shrink', 'Regular fit', 'Wash at 40 °C'],
      box: 'T-shirt',
      flash: true,
    },
    {
      name: 'Denholm Straight Jeans, Dark Indigo',
      price: 79.9,
      lead: 'Straight, honest denim that remembers your knees.',
      story:
        'Woven slowly on old looms, with two per cent of give. Wear them for months before the first wash if you like sharp creases.',
      points: ['13 oz selvedge denim', 'Mid rise, straight leg', 'Copper rivets', 'Free hemming'],
      box: 'jeans',
    },
    {
      name: 'Willow Wrap Summer Dress',
      price: 64.5,
      lead: 'For garden tables, ferries and Tuesdays.',
      story:
        'Falls lightly, closes with a tie and has, yes, pockets. The print was drawn by hand and does not repeat at the seams.',
      points: ['Viscose from certified wood', 'Two pockets', 'Midi length', 'Wash cold, dries overnight'],
      box: 'dress',
    },
    {
      name: 'Stride Court Leather Trainers, White',
      price: 89.99,
      lead: 'White trainers that can be resoled.',
      story:
        'Full-grain leather, a cork bed that takes the form of your foot, and a stitched sole. They look better scuffed.',
      points: ['Leather upper and lining', 'Stitched, replaceable sole', 'Removable cork bed', 'Sizes 36 to 47'],
      box: 'pair of trainers, second pair of laces',
    },
    {
      name: 'Trailhead Mid Hiking Boots',
      price: 139.95,
      lead: 'Broken in after a day, waterproof for years.',
      story:
        'A wide toe box, a heel that holds, and a sole that grips wet roots. Light enough for the way to the hut, stiff enough for the way up.',
      points: ['Waterproof membrane', 'Nubuck with rubber edge', '560 g a boot', 'Can be resoled'],
      box: 'pair of boots, care wax',
    },
    {
      name: 'Merrow Lambswool Scarf, Moss',
      price: 39,
      lead: 'Two metres of warmth from one valley.',
      story:
        'Spun, dyed and woven within twelve kilometres. Brushed with thistles until it is soft enough for any neck.',
      points: ['100 % lambswool', '200 × 32 cm', 'Hand-knotted fringe', 'Air it rather than wash it'],
      box: 'scarf, cotton bag',
    },
    {
      name: 'Crownfield Wide-Brim Sun Hat',
      price: 32.49,
      lead: 'Shade to carry.',
      story:
        'Rolls up in the suitcase and springs back at the beach. An inner band adjusts it, so that the wind goes without it.',
      points: ['UPF 50+', 'Paper straw, rollable', 'Adjustable inside band', 'One size, 56 to 60 cm'],
      box: 'hat',
    },
    {
      name: 'Satchel & Son Leather Handbag, Cognac',
      price: 169,
      lead: 'Vegetable-tanned, hand-stitched, sensibly divided.',
      story:
        'Keys have a hook, the phone a pocket and the rest a room. The leather darkens with the years, as we all do.',
      points: ['Full-grain leather', '31 × 24 × 11 cm', 'Shoulder strap included', 'Closes with a magnet and a zip'],
      box: 'handbag, strap, dust bag',
    },
    {
      name: 'Lowtide Polarised Sunglasses',
      price: 54.99,
      lead: 'See the fish, not the glare.',
      story:
        'Frames from old fishing nets, lenses in real grey that leave colours as they are. They sit firmly and do not pinch.',
      points: ['Polarised, category 3', 'UV 400', 'Recycled nylon', '24 g'],
      box: 'sunglasses, cork case, cloth',
      also: ['Wearables'],
    },
    {
      name: 'Five Toes Wool Socks, Pack of Three',
      price: 21.9,
      lead: 'The present everybody laughs at and then wears.',
      story:
        'Merino where it is warm, nylon where it wears, no seam where it hurts. They can be worn for days, and we do not ask.',
      points: ['65 % merino', 'Flat toe seam', 'Cushioned heel', 'Sizes 35–38, 39–42, 43–46'],
      box: 'three pairs of socks',
    },
  ],
}
