import { ideasFrom, type Shelf } from './ideas.ts'

export const housing: Shelf = {
  ideas: ideasFrom(`
Corner Loft Apartment | shell, furniture, lights | A furnished two-room loft with switchable lights, day and night views and spots for stashes.
Landlord | renting, business, property | Rent out flats to other players: deposits, notice periods and a keys cabinet.
Placed by Hand | furniture, decorating, editor | Put 900 pieces of furniture anywhere, with a gizmo, a grid and an undo that goes back a week.
Four Walls Shells | shells, interior, pack | Twenty-two empty shells from bedsit to penthouse, unlit and lit.
House Keys | keys, doors, access | Keys as items, copies at the locksmith, and a chain on the door for the careful.
Garden Gate | garden, plants, outdoor | Gardens that belong to a house, with beds, fences and a shed that holds things.
Moving Day | moving, storage, furniture | Pack a whole home into boxes, drive them across town, unpack in one go.
Meter Reader | utilities, bills, energy | Power, water and heating with meters and bills. Leave the lights on and see.
Open House | real estate, tours, agents | Estate agents with listings, photos, viewings and commissions.
Canal Houseboats | houseboat, water, homes | Nine houseboats that rock, with moorings that can be bought and sold.
Shared Flat | roommates, rent, storage | Rooms in one flat for up to six, each with its own lock, fridge shelf and quarrels.
Doorbell Camera | security, camera, doors | A bell, a small screen and a recording of who was there.
Modern Villa Set | villa, mapping, luxury | Three villas with pools, garages and views, ready for any housing resource.
Tiny Cabins | cabin, nature, shell | Six cabins of one room each, for people who want to be left alone.
`),
  remarks: [
    'Furniture is only created for people inside, so a hundred homes cost nothing.',
    'Everything is saved at once; a restart in the middle of decorating loses nothing.',
    'Interiors are instanced and share one place on the map.',
    'Prices follow size and district, and can be frozen by staff.',
    'Works with the usual inventories for stashes and wardrobes.',
  ],
  features: [
    'Stashes, wardrobes and garages for each home',
    'Keys that can be shared and taken back',
    'Burglary with an alarm, if you want it',
    'Rent, sale and inheritance',
    'Furniture shop with previews',
    'Light switches that others see',
    'Staff tools to move and restore a home',
    'Import from two common housing resources',
    'Limits for pieces by size of the home',
    'Door positions with a pointer, not by numbers',
  ],
}
