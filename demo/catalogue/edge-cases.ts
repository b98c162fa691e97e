import { scriptLimits } from '#contract/scripts/script-fields.ts'

import type { ScriptTemplate } from './templates.ts'

/** A script with a value at a limit of the contract, or in another writing system. */
export type EdgeCase = ScriptTemplate & {
  description?: string
  version?: string
  /** The number of images after the cover; random unless set. */
  furtherImages?: number
}

/** One word of a thousand characters: CSS must break it, because there is no space to wrap at. */
const unbrokenText = 'Readme-first/then-config/then-ensure/'.repeat(30).slice(0, scriptLimits.descriptionMax)

export const edgeCases: readonly EdgeCase[] = [
  {
    category: 'Scripts',
    name: 'The Complete Neighbourhood Simulation With Weather, Power Cuts, Gossip, Wet Cats & A Mayor Who Cares',
    tags: ['simulation', 'neighbourhood', 'weather', 'npc', 'events', 'economy', 'story', 'sandbox'],
    image: 'iso-block-2',
    summary:
      'A name that uses all of its hundred characters, for a resource that wants to be everything at once.',
  },
  {
    category: 'Other',
    name: '🔥 Ember Nights 🎉 Fireworks & Bonfires 🪵',
    tags: ['fireworks', 'party', '🎆'],
    image: 'night-town-4',
    summary:
      'Rockets, fountains and bonfires 🎇 that everybody sees at the same moment. 👩‍👩‍👧‍👦 Safe distance is up to you.',
  },
  {
    category: 'Mapping',
    name: 'واحة النخيل',
    tags: ['واحة', 'صحراء', 'خريطة'],
    image: 'mesas-4',
    summary: 'واحة صغيرة وسط الصحراء فيها سوق وبئر وبيوت من الطين.',
    description:
      'واحة صغيرة وسط الصحراء فيها سوق وبئر وبيوت من الطين، ويمكن دخول نصف هذه البيوت.\n\nمحتويات الملف:\n- سبعة عشر مبنى\n- نخيل وحدائق وقنوات ماء\n- إضاءة تتبع وقت النهار',
  },
  {
    category: 'Housing',
    name: 'בית על הגבעה',
    tags: ['בית', 'גינה'],
    image: 'villa-4',
    summary: 'בית קטן על הגבעה עם גינה, מרפסת ונוף אל הים. מתאים לשני שחקנים או למשפחה קטנה.',
  },
  {
    category: 'Scripts',
    name: 'Unbroken Readme',
    tags: ['stress', 'layout'],
    image: 'editor-3',
    summary: 'A description of a thousand characters without a single space.',
    description: unbrokenText,
  },
  {
    category: 'Cars',
    name: 'Kestrel Coupe - Showroom Edition',
    tags: ['coupe', 'showroom', 'classic', 'luxury', 'addon'],
    image: 'studio-4',
    summary: 'A coupe shown from all sides: five pictures, because one was never enough for this car.',
    furtherImages: 4,
  },
  {
    category: 'Jobs',
    name: 'One Picture Post Office',
    tags: ['postal', 'counter', 'queue'],
    image: 'board-2',
    summary: 'A counter, a queue and a bell. There is one picture of it, and it shows the bell.',
    furtherImages: 0,
  },
  {
    category: 'Other',
    name: 'Tiny Cursor Set',
    tags: ['cursor', 'ui', 'pixel'],
    image: 'cursor-set-tiny',
    summary: 'Sixteen pointers of 64 pixels each. The picture is as small as they are.',
    furtherImages: 0,
  },
  {
    category: 'Clothes',
    name: 'Tall Lookbook',
    tags: ['lookbook', 'portrait', 'outfit'],
    image: 'lookbook-portrait',
    summary: 'A lookbook photographed upright, the way people hold their phones.',
    furtherImages: 0,
  },
  {
    category: 'Mapping',
    name: 'Panorama Promenade',
    tags: ['panorama', 'coast', 'promenade'],
    image: 'promenade-banner',
    summary: 'A promenade so long that its picture is five times as wide as it is high.',
    furtherImages: 0,
  },
  {
    category: 'Scripts',
    name: 'AFK',
    tags: [],
    image: 'hud-3',
    summary: 'Kicks idle players..',
    version: '2026.11.20-rc.1+b772',
  },
]
