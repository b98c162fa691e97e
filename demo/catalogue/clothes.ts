import { ideasFrom, type Shelf } from './ideas.ts'

export const clothes: Shelf = {
  ideas: ideasFrom(`
Everyday Tees Vol. 3 | shirts, basics, 1k | Forty plain and printed shirts for both body types, textured at 1K with clean collar seams.
Harbour Workwear | workwear, jackets, jobs | Oilskins, boiler suits and gloves that look as if they had been worn before.
Northern Knits | knitwear, winter, sweaters | Eighteen sweaters and cardigans with real stitch patterns and no shimmering at a distance.
Court Classics | sneakers, shoes, sport | Twelve low sneakers in sixty colourways. Laces are geometry, not paint.
Ranger Uniform Set | uniform, ranger, outdoors | Shirts, parkas, badges and a hat that stays on in a car.
Civic Police Uniforms | police, uniform, duty | Patrol, traffic, bicycle and dress uniforms with blank badges and a name-tag template.
Paramedic Layers | medical, uniform, duty | Base layer, vest, jacket and helmet that combine freely without clipping.
Thrift Store Denim | denim, jeans, jackets | Fourteen pairs of jeans and six jackets, from new to held together by patches.
Rain Season | raincoats, boots, umbrellas | Coats, ponchos, rubber boots and an umbrella as a hand prop.
Low Brim Hats | hats, accessories, caps | Caps, beanies and felt hats fitted to forty hairstyles, hair mask included.
Tinted Glass | glasses, accessories, eyewear | Thirty frames with true reflections, from reading glasses to welding goggles.
Kitchen Whites | chef, uniform, jobs | Jackets, aprons and clogs for restaurants; stains come as a separate layer.
Festival Masks | masks, party, accessories | Twenty-two papier-mache masks for nights when nobody should be recognised.
Tailored Basics | suits, formal, business | Suits in eight cuts with shirts and ties that change colour on their own.
Trackside Overalls | racing, overalls, helmets | Race suits, gloves and helmets with a livery template and blank sponsor patches.
Summer Linen | summer, dresses, shirts | Light dresses and shirts with cloth physics that behaves in wind.
Backpack Collection | bags, backpacks, accessories | Sixteen bags in three sizes that other resources may use as storage.
Desert Wraps | scarves, headwear, desert | Scarves, wraps and goggles against sand, fitted over and under hats.
Retro Sportswear | sport, tracksuit, retro | Tracksuits from a decade that loved nylon. Every stripe can be recoloured.
Inkwell Tattoos | tattoos, overlays, skin | Ninety line-work tattoos with soft edges that age with the skin tone.
`),
  remarks: [
    'Rigged for both body types and checked in cars, on ladders and in water.',
    'Every texture has a normal map; nothing is larger than 1K.',
    'Works with the usual clothing menus. The numbers are listed in a table.',
    'Weights were painted by hand around shoulders and knees, where most packs tear.',
    'Colour variants are made by tint, so sixty looks cost the memory of one.',
    'Fully addon: nothing of the base game is replaced.',
  ],
  features: [
    'Both body types, five LODs each',
    'Templates as layered files',
    'Table of drawable and texture numbers',
    'Hair and ear masks for all headwear',
    'No clipping with the common vests and belts',
    'Preview sheet of every variant',
    'Cloth physics where it helps',
    'Metadata for first-person arms',
    'Split into four packs to stay below the stream limit',
    'Blank versions for your own prints',
  ],
}
