import { ideasFrom, type Shelf } from './ideas.ts'

export const cars: Shelf = {
  ideas: ideasFrom(`
Obsidian GT - Tuner Pack | addon, handling, livery | A rear-wheel-drive coupe for street and circuit, with a working dash, three body kits and fourteen liveries.
Meridian Estate | addon, wagon, family | A long estate car with a boot that opens, a roof box and a dog grille.
Coastline Cruiser | addon, convertible, classic | A two-door convertible with a roof that folds in eleven seconds and leather that has seen sun.
Badger 4x4 | addon, offroad, pickup | A short off-roader with real locking differentials, a winch and mud that stays.
Courier Van XL | addon, van, jobs | A delivery van with a shelved load space that job scripts can fill.
Night Heron Patrol | police, emergency, addon | A patrol car with directional lights, an ALPR screen and blank doors for your own markings.
Foundry Tow Truck | tow, truck, jobs | A flatbed whose ramp really tilts and holds what stands on it.
Silt Rally Hatch | rally, hatchback, addon | A small hatch for gravel: long travel, short gears, mud flaps that move.
Pocket Rocket Moped | moped, delivery, addon | A moped with a delivery box. 61 km/h downhill and proud of it.
Ironwood Hauler | truck, trailer, hauling | A day-cab truck with three trailers, air brakes and mirrors that show something.
Sundial Roadster | addon, roadster, sport | Light, open and a little nervous. Handling tuned around 940 kg.
Clearwater Ambulance | ambulance, emergency, addon | An ambulance with a furnished back, a stretcher point and five light patterns.
Dockside Forklift Pack | forklift, jobs, utility | Three forklifts with forks that lift pallets without sending them into orbit.
Handling for Grown-Ups | handling, realism, tweak | Every car of the base game with believable weight, grip and gearing. No top speeds over 260.
Tyre Wear and Pressure | tyres, physics, realism | Tyres that warm up, wear out and lose pressure, shown in a small gauge.
Marathon Bus | bus, public, addon | A city bus with kneeling doors, a stop display and room for forty.
Hollow Point Trackday Set | track, cage, parts | Roll cages, bucket seats and straight pipes for twenty base cars.
Lanes and Liveries | livery, template, racing | Sixty racing liveries on a common template, with numbers from 1 to 99.
Quiet Electric | electric, sound, addon | An electric saloon with a drive sound recorded from a tram. Charges, coasts, recuperates.
Ridgeback Sidecar | motorcycle, sidecar, addon | A motorcycle with a sidecar that a passenger can lean out of.
Gravel Travel Camper | camper, van, housing | A camper van with a bed, a stove and a stash, usable as a spawn point.
Siren Pack Five | sirens, sound, emergency | Five siren sets, mixed so that they carry and do not hurt.
Analogue Dash Pack | dashboard, gauges, interior | Twelve gauge clusters that read true, for cars that only had a picture of one.
Rim Library | wheels, rims, tuning | Eighty wheels with brakes that fit behind them, and correct offsets.
Glasshouse Limousine | limousine, luxury, addon | A long car with a partition, dimming roof and seats for eight who ignore each other.
Sandpiper Buggy | buggy, desert, addon | A dune buggy that bends instead of breaking. Paddle tyres as an extra.
Harvest Tractor Set | tractor, farm, trailer | A tractor with plough, trailer and baler; implements attach where they should.
Police Pursuit Handling | police, handling, balance | A balanced set for patrol cars: quick enough to follow, never quick enough to be bored.
`),
  remarks: [
    'The handling file is tuned around a real weight and a progressive slide, so it stays predictable for new drivers and still rewards a good clutch kick.',
    'Modelled from nothing and not after any existing make.',
    'Glass breaks, panels bend and doors come off one after the other.',
    'All lights work, brake lights included, and the indicators are in step.',
    'Sound is our own recording, with interior and exterior mixes.',
    'Fully addon: one line in the configuration, no files of the base game replaced.',
  ],
  features: [
    'Three body kits, fourteen liveries and a blank template at 2K',
    'Working dash, sequential indicators and a folding spoiler',
    'Five LOD levels, 32k polygons at the closest one',
    'Correct collisions and breakable glass',
    'Template with separate paint, dirt and decal layers',
    'Tuning parts with their own names in the shop',
    'Own engine sound, six gears',
    'Handling variants for street, gravel and circuit',
    'Extras for roof racks, lights and plates',
    'First-person hands on the wheel',
    'Optional speed limiter by configuration',
    'Spawn code and price suggestions',
  ],
}
