import type { Shelf } from './product.ts'

export const groceries: Shelf = {
  category: 'Groceries',
  seller: 'corner-pantry',
  note: 'Packed the morning it is sent; chilled goods travel with ice.',
  products: [
    {
      name: 'Hillside Coffee Beans, Medium Roast, 1 kg',
      price: 18.9,
      lead: 'Chocolate, hazelnut and a friendly morning.',
      story:
        'Roasted slowly in small drums on Tuesdays and Fridays, so the bag you get is days old, not months. Good for filter and espresso alike.',
      points: [
        '100 % arabica from two cooperatives',
        'Roast date on the bag',
        'Valve and zip',
        'Also good as cold brew',
      ],
      box: 'bag with 1 kg of whole beans',
    },
    {
      name: 'Leaf & Linden Green Tea, 100 g',
      price: 11.49,
      lead: 'Fresh, a little sweet, never bitter if you let the water cool.',
      story: 'First harvest from one garden, steamed and rolled within a day. The second infusion is the better one.',
      points: ['Loose leaf', 'Eighty degrees, two minutes', 'Good for three infusions', 'Tin that closes tightly'],
      box: 'tin with 100 g of tea',
    },
    {
      name: 'Beekeeper Wildflower Honey, 500 g',
      price: 9.95,
      lead: 'A summer of a hundred meadows, in a jar.',
      story:
        'Stirred until creamy and never heated. It tastes of whatever was in bloom, which is why no two years are alike.',
      points: ['From a single valley', 'Creamy, cold-stirred', 'Returnable glass', 'Keeps for years'],
      box: 'jar with 500 g of honey',
    },
    {
      name: 'Corner Bakery Sourdough Loaf, 1 kg',
      price: 6.5,
      lead: 'Crust that crackles, crumb that keeps.',
      story:
        'Flour, water, salt and thirty hours. Baked on stone at night and on its way in the morning; on the fourth day it makes the best toast.',
      points: ['Wheat and rye from the region', "No baker's yeast", 'Sliced if you ask', 'Keeps for five days'],
      box: 'one loaf in paper',
    },
    {
      name: 'Orchard Box: Apples, 3 kg',
      price: 12.9,
      lead: 'Three old sorts you will not find in a supermarket.',
      story:
        'Picked ripe and sorted by hand. One for eating, one for cake and one that only becomes good in December; a slip says which is which.',
      points: [
        'Three sorts, about 18 apples',
        'Unwaxed',
        'Keeps for weeks in the cool',
        'Box goes back to the orchard',
      ],
      box: 'wooden box with 3 kg of apples',
    },
    {
      name: 'Old Mill Aged Cheddar, 400 g',
      price: 10.99,
      lead: 'Eighteen months in a cave, and it shows.',
      story: 'Crumbly, nutty, with small crystals that crunch. Take it out an hour before you eat it.',
      points: ['Raw milk from one herd', 'Matured in cloth', 'Vacuum-packed', 'Travels chilled'],
      box: 'wedge of 400 g',
    },
    {
      name: 'Tuscan Hill Olive Oil, 750 ml',
      price: 16.95,
      lead: 'Green, grassy and a bit peppery at the end.',
      story:
        'Pressed within six hours of the harvest from olives of a single slope. For the salad and the last minute of the soup, not for the frying pan.',
      points: ['Extra virgin, first cold pressing', 'Harvest year on the label', 'Dark glass', 'Acidity below 0.3 %'],
      box: 'bottle with 750 ml',
    },
    {
      name: 'Snackwell Roasted Nut Mix, 600 g',
      price: 13.49,
      lead: 'Almonds, cashews, hazelnuts and just enough salt.',
      story:
        'Roasted without oil, so the fingers stay clean and the keyboard does too. No raisins have been hidden in it.',
      points: ['No added oil', '0.8 % salt', 'Resealable bag', 'Roasted weekly'],
      box: 'bag with 600 g of nuts',
    },
    {
      name: 'Cocoa Lane Dark Chocolate 72 %, Six Bars',
      price: 19.99,
      lead: 'Few ingredients, long finish.',
      story:
        'Cocoa, cane sugar and patience: stirred for three days until it melts without a trace of sand. Six bars, of which five reach home.',
      points: ['Beans from one region, fairly paid', '72 % cocoa', 'No emulsifier', 'Six bars of 80 g'],
      box: 'six bars in a sleeve',
    },
    {
      name: 'Nonna Bronze-Cut Pasta Box, 4 × 500 g',
      price: 14.5,
      lead: 'Rough outside, so the sauce stays where it should.',
      story:
        'Durum wheat, drawn through bronze and dried for two days at low heat. Four shapes for four kinds of evening.',
      points: ['Spaghetti, penne, orecchiette, fusilli', 'Nine to eleven minutes', 'Vegan', 'Paper packaging'],
      box: 'four bags of 500 g',
    },
    {
      name: 'Garden Crate Seasonal Vegetables, 5 kg',
      price: 23.9,
      lead: 'What is ripe this week, still with some soil on it.',
      story:
        'Enough for two people and a week of soups, pans and salads. A card says what everything is and gives a recipe for the odd one.',
      points: ['Seven to nine kinds', 'Organic, from four farms', 'Recipe card', 'Crate is collected again'],
      box: 'crate with 5 kg of vegetables',
    },
  ],
}
