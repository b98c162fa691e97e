import { scriptLimits } from '#contract/script-fields.ts'

import type { CategoryName, SceneName } from '../pictures/scenes.ts'
import type { Idea } from './ideas.ts'

/** What a page must bear without falling apart: each is the far end of something that the limits allow. */
export type HardCase = Idea & {
  category: CategoryName
  /** What its words do not say to the machine that chooses. */
  scene: SceneName
  description?: string
  version?: string
  pictures?: 'single' | 'five' | 'tiny' | 'portrait' | 'banner'
}

/** A word of a thousand letters: a layout must break it, for the language does not. */
const unbroken = 'Readme-first/then-config/then-ensure/'.repeat(30).slice(0, scriptLimits.descriptionMax)

export const hardCases: readonly HardCase[] = [
  {
    category: 'Scripts',
    scene: 'isoBlock',
    name: 'The Complete Neighbourhood Simulation With Weather, Power Cuts, Gossip, Wet Cats & A Mayor Who Cares',
    tags: ['simulation', 'neighbourhood', 'weather', 'npc', 'events', 'economy', 'story', 'sandbox'],
    summary:
      'A name that uses all of its hundred characters, for a resource that wants to be everything at once.',
  },
  {
    category: 'Other',
    scene: 'nightTown',
    name: '🔥 Ember Nights 🎉 Fireworks & Bonfires 🪵',
    tags: ['fireworks', 'party', '🎆'],
    summary:
      'Rockets, fountains and bonfires 🎇 that everybody sees at the same moment. 👩‍👩‍👧‍👦 Safe distance is up to you.',
  },
  {
    category: 'Mapping',
    scene: 'mesas',
    name: 'واحة النخيل',
    tags: ['واحة', 'صحراء', 'خريطة'],
    summary: 'واحة صغيرة وسط الصحراء فيها سوق وبئر وبيوت من الطين.',
    description:
      'واحة صغيرة وسط الصحراء فيها سوق وبئر وبيوت من الطين، ويمكن دخول نصف هذه البيوت.\n\nمحتويات الملف:\n- سبعة عشر مبنى\n- نخيل وحدائق وقنوات ماء\n- إضاءة تتبع وقت النهار',
  },
  {
    category: 'Housing',
    scene: 'villa',
    name: 'בית על הגבעה',
    tags: ['בית', 'גינה'],
    summary: 'בית קטן על הגבעה עם גינה, מרפסת ונוף אל הים. מתאים לשני שחקנים או למשפחה קטנה.',
  },
  {
    category: 'Scripts',
    scene: 'editor',
    name: 'Unbroken Readme',
    tags: ['stress', 'layout'],
    summary: 'A description of a thousand characters without a single space.',
    description: unbroken,
  },
  {
    category: 'Cars',
    scene: 'studio',
    name: 'Kestrel Coupe - Showroom Edition',
    tags: ['coupe', 'showroom', 'classic', 'luxury', 'addon'],
    summary: 'A coupe shown from all sides: five pictures, because one was never enough for this car.',
    pictures: 'five',
  },
  {
    category: 'Jobs',
    scene: 'board',
    name: 'One Picture Post Office',
    tags: ['postal', 'counter', 'queue'],
    summary: 'A counter, a queue and a bell. There is one picture of it, and it shows the bell.',
    pictures: 'single',
  },
  {
    category: 'Other',
    scene: 'editor',
    name: 'Tiny Cursor Set',
    tags: ['cursor', 'ui', 'pixel'],
    summary: 'Sixteen pointers of 64 pixels each. The picture is as small as they are.',
    pictures: 'tiny',
  },
  {
    category: 'Clothes',
    scene: 'rail',
    name: 'Tall Lookbook',
    tags: ['lookbook', 'portrait', 'outfit'],
    summary: 'A lookbook photographed upright, the way people hold their phones.',
    pictures: 'portrait',
  },
  {
    category: 'Mapping',
    scene: 'coast',
    name: 'Panorama Promenade',
    tags: ['panorama', 'coast', 'promenade'],
    summary: 'A promenade so long that its picture is five times as wide as it is high.',
    pictures: 'banner',
  },
  {
    category: 'Scripts',
    scene: 'hud',
    name: 'AFK',
    tags: [],
    summary: 'Kicks idle players..',
    version: '2026.11.20-rc.1+b772',
  },
]
