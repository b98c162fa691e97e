import type { fixedCategories } from '#contract/categories.ts'

import type { Scene } from './canvas.ts'
import { avatar } from './emblems.ts'
import { cluster } from './scenes/cars/cluster.ts'
import { headlights } from './scenes/cars/headlights.ts'
import { liveries } from './scenes/cars/liveries.ts'
import { openRoad } from './scenes/cars/open-road.ts'
import { rimShop } from './scenes/cars/rim-shop.ts'
import { studio } from './scenes/cars/studio.ts'
import { headwear } from './scenes/clothes/headwear.ts'
import { outfit } from './scenes/clothes/outfit.ts'
import { patterns } from './scenes/clothes/patterns.ts'
import { rail } from './scenes/clothes/rail.ts'
import { sneaker } from './scenes/clothes/sneaker.ts'
import { wardrobe } from './scenes/clothes/wardrobe.ts'
import { flats } from './scenes/housing/flats.ts'
import { floorPlan } from './scenes/housing/floor-plan.ts'
import { furniture } from './scenes/housing/furniture.ts'
import { keypad } from './scenes/housing/keypad.ts'
import { room } from './scenes/housing/room.ts'
import { villa } from './scenes/housing/villa.ts'
import { board } from './scenes/jobs/board.ts'
import { dispatch } from './scenes/jobs/dispatch.ts'
import { farm } from './scenes/jobs/farm.ts'
import { fishing } from './scenes/jobs/fishing.ts'
import { mine } from './scenes/jobs/mine.ts'
import { workshop } from './scenes/jobs/workshop.ts'
import { coast } from './scenes/mapping/coast.ts'
import { harbour } from './scenes/mapping/harbour.ts'
import { isoBlock } from './scenes/mapping/iso-block.ts'
import { lake } from './scenes/mapping/lake.ts'
import { mesas } from './scenes/mapping/mesas.ts'
import { streetMap } from './scenes/mapping/street-map.ts'
import { editor } from './scenes/other/editor.ts'
import { loading } from './scenes/other/loading.ts'
import { monitor } from './scenes/other/monitor.ts'
import { schema } from './scenes/other/schema.ts'
import { table } from './scenes/other/table.ts'
import { terminal } from './scenes/other/terminal.ts'
import { hud } from './scenes/scripts/hud.ts'
import { inventory } from './scenes/scripts/inventory.ts'
import { nightTown } from './scenes/scripts/night-town.ts'
import { phone } from './scenes/scripts/phone.ts'
import { radial } from './scenes/scripts/radial.ts'
import { skillTree } from './scenes/scripts/skill-tree.ts'
import { ballistics } from './scenes/weapons/ballistics.ts'
import { loadout } from './scenes/weapons/loadout.ts'
import { paperTarget } from './scenes/weapons/paper-target.ts'
import { recoil } from './scenes/weapons/recoil.ts'
import { scope } from './scenes/weapons/scope.ts'
import { workbench } from './scenes/weapons/workbench.ts'

export type CategoryName = (typeof fixedCategories)[number]

/** Every scene by its name: what a picture is ordered by. */
export const scenes = {
  mine,
  dispatch,
  fishing,
  workshop,
  farm,
  board,
  scope,
  paperTarget,
  recoil,
  loadout,
  ballistics,
  workbench,
  radial,
  phone,
  skillTree,
  nightTown,
  inventory,
  hud,
  rimShop,
  studio,
  cluster,
  openRoad,
  liveries,
  headlights,
  room,
  floorPlan,
  keypad,
  furniture,
  flats,
  villa,
  headwear,
  sneaker,
  wardrobe,
  rail,
  patterns,
  outfit,
  lake,
  coast,
  harbour,
  isoBlock,
  streetMap,
  mesas,
  loading,
  monitor,
  editor,
  table,
  schema,
  terminal,
  avatar,
} as const satisfies Readonly<Record<string, Scene>>
export type SceneName = keyof typeof scenes

/** The scenes that suit a category. */
export const scenesOf: Readonly<Record<CategoryName, readonly SceneName[]>> = {
  Scripts: [
    'inventory',
    'hud',
    'phone',
    'radial',
    'skillTree',
    'nightTown',
    'streetMap',
    'coast',
    'lake',
    'dispatch',
    'keypad',
    'monitor',
    'loading',
    'table',
    'liveries',
    'schema',
    'headlights',
    'workshop',
    'flats',
    'studio',
    'openRoad',
    'board',
  ],
  Mapping: [
    'streetMap',
    'mesas',
    'harbour',
    'coast',
    'lake',
    'isoBlock',
    'room',
    'villa',
    'mine',
    'floorPlan',
    'nightTown',
    'farm',
  ],
  Clothes: ['wardrobe', 'rail', 'sneaker', 'outfit', 'patterns', 'headwear'],
  Cars: ['studio', 'openRoad', 'liveries', 'cluster', 'rimShop', 'headlights'],
  Weapons: ['scope', 'paperTarget', 'ballistics', 'workbench', 'loadout', 'recoil'],
  Jobs: [
    'board',
    'dispatch',
    'fishing',
    'mine',
    'farm',
    'workshop',
    'streetMap',
    'coast',
    'openRoad',
    'lake',
    'keypad',
    'nightTown',
  ],
  Housing: ['room', 'villa', 'floorPlan', 'furniture', 'keypad', 'flats', 'lake', 'harbour'],
  Other: ['editor', 'monitor', 'loading', 'terminal', 'schema', 'table', 'patterns'],
}

/** What a scene suits best: the words of a script are compared with these. */
export const wordsOf: Readonly<Partial<Record<SceneName, string>>> = {
  inventory: 'inventory stash items crafting trade shop market pawn ground storage attachments vendors',
  hud: 'hud speedometer status physics fuel gauge map vehicles insurance',
  phone: 'phone messages banking bank camera photos cards notifications parcels taxi chauffeur bookings',
  radial: 'radial menu interaction target emotes animations voice keys shortcuts radio',
  skillTree: 'skills progression achievements stats badges faction gym tutorial lessons',
  nightTown:
    'weather night city traffic peds crowd neighbourhood territory election light neon voting announcements',
  streetMap:
    'routes map markers delivery parcels convoy heat postal district watch signs alley street metro taxi',
  mesas: 'desert dry canyon quarry salt airstrip hunting wraps terrain',
  harbour: 'docks harbour freight pier market fish waterfront boat tugs ships container',
  coast:
    'coast beach ocean lighthouse fort tidal water diving treasure letters sea lifeguard ferry arrival ruins',
  lake: 'lake nature camping mountains trails lodge hunting ranger animals cabin snow pass campfire',
  isoBlock:
    'village trailer homes neighbourhood civic park square station district renting property factions shells',
  wardrobe: 'shirts tees basics tattoos prints overlays',
  rail: 'jackets denim knitwear coats suits workwear rain winter dresses linen thrift',
  sneaker: 'sneakers shoes sport tracksuit boots',
  outfit: 'uniform police medical ranger overalls chef character layers',
  patterns: 'knits colour palette fabrics scarves wraps stripes design tints linen',
  headwear: 'hats caps glasses masks accessories eyewear helmets bags',
  studio: 'coupe tuner roadster limousine convertible electric saloon luxury garage showroom classic',
  openRoad:
    'estate cruiser van truck camper bus pickup offroad rally buggy road hauling moped delivery journey tractor',
  liveries: 'livery racing track template parts trackday races numbers',
  cluster: 'dashboard gauges handling realism sound engine physics tweak tyres',
  rimShop: 'wheels rims tyres tuning parts forklift',
  headlights: 'police emergency patrol pursuit sirens night ambulance tow queue',
  scope: 'sights hunting range recoil bow archery suppressor distance',
  paperTarget: 'range targets training sport minigame clay marker paint beanbag',
  ballistics: 'damage ammo ballistics drop casings balance sound',
  workbench: 'attachments workbench crafting maintenance malfunction model rifle cleaning',
  loadout: 'model weapon inventory holster police addon skins melee',
  recoil: 'recoil camera balance pattern ammo editor shotgun',
  board: 'jobs tablet payouts board economy office clerk contracts documents timecard payroll',
  dispatch: 'dispatch police medical calls units radio terminal news fire emergency rescue airport',
  fishing: 'fishing boat ocean lobster pilot lifeguard houseboat water navigation',
  mine: 'mining mine underground smelting galleries tunnels rails lift',
  farm: 'farming orchard farm vineyard plants garden seasons bakery tractor harvest',
  workshop: 'mechanic tow electrician repair locksmith scrap recycling parts cleaning garbage forklift tools',
  room: 'interior furniture apartment shell loft decorating club hospital diner gym offices flat roommates rooms restaurant',
  villa: 'villa house luxury pool agents estate mansion lodge observatory',
  floorPlan: 'shells rent landlord plan moving editor gizmo civic station prison offices terminal',
  furniture: 'furniture decorating shop showroom boxes moving storage restaurant kitchen',
  keypad: 'doors locks keys access security camera police cctv prison code bank vault',
  flats: 'apartment flats renting bills energy utilities neighbours town hotel shared roommates',
  editor: 'manifest tools template locale translation config lua linter beginner exports core library',
  monitor: 'profiling analytics heatmap stats staff logs reports market economy bank',
  loading: 'loading intro cutscenes camera story ambience sound spawn characters rulebook music',
  terminal: 'terminal console logs backup staff commands queue checks',
  schema: 'database documentation design diagram tables backup contracts law court palette',
  table: 'cards dice casino minigame decks chance betting library',
}
