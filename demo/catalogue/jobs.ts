import { ideasFrom, type Shelf } from './ideas.ts'

export const jobs: Shelf = {
  ideas: ideasFrom(`
City Jobs Board | jobs, tablet, economy | Eight civilian jobs behind a single tablet: payouts, group work, skill levels and checks against idling.
Beacon Terminal | police, medical, dispatch | A terminal for police and medics: live units, warrants, incident reports and a call queue tied to the radio.
Long Haul | trucking, delivery, routes | Trucking with weigh stations, rest times and freight that does not like kerbs.
Deep Line Fishing | fishing, boat, ocean | Rods, nets and lobster pots. Weather and tide decide, patience helps.
Copper Vein Mining | mining, underground, smelting | Dig, sort and smelt. Galleries run out, new ones open somewhere else.
Night Shift Nurse | medical, hospital, care | Hospital work between the emergencies: rounds, charts, and a coffee machine that matters.
Sanitation Route | garbage, city, teamwork | A lorry, two at the back, one at the wheel. Pays by cleanliness of the district.
Wildfire Crew | fire, rescue, events | Fires that spread with wind and dryness, hoses that need a hydrant, and engines for six.
Bread and Butter Bakery | bakery, cooking, business | A bakery to run from four in the morning: dough, ovens, counter and regulars.
Ridge Ranger | ranger, nature, patrol | Patrol trails, mark trees, rescue walkers and count deer.
Press Pass | news, camera, media | Reporters with cameras, a live overlay and a newspaper that is really laid out.
Window Cleaners | cleaning, heights, city | Suspended platforms, squeegees and a fine view. Don't look down.
Postal Round | delivery, mail, walking | A satchel, forty letters, one dog. The round changes every day.
Blue Collar Electrician | electrician, repair, city | Cabinets, wiring puzzles and street lights that go out until somebody comes.
Orchard Season | farming, orchard, seasons | Prune, wait, pick, press. Trees remember how they were treated.
Tow and Go | tow, mechanic, roadside | Calls from real players first, from the town second. Fair queue for drivers.
Airfield Ground Crew | airport, logistics, teamwork | Marshal, load and refuel. Pilots can be players and usually late.
Locksmith | locksmith, keys, minigame | Open what people locked themselves out of, with paperwork to prove it is theirs.
Street Musician | music, busking, social | Play tunes from a sheet, alone or together. Passers-by tip what they like.
Harbour Pilot | boat, harbour, navigation | Bring large ships through a narrow channel. Tugs can be other players.
Chauffeur Service | taxi, driving, business | Bookings, waiting time and a rating that follows you.
Bike Messenger | bicycle, delivery, city | Fast, underpaid and never out of breath for long. Shortcuts count.
Lifeguard Stand | beach, rescue, summer | Watch a beach, read the flags, pull people out before they know they needed it.
Archive Clerk | office, documents, city | Find files, stamp forms, lose nothing. Strangely relaxing.
`),
  remarks: [
    'Payouts follow effort and team size, and one table holds them all.',
    'Every step is confirmed by the server; teleporting earns nothing.',
    'It runs without a framework and has bridges for the three common ones.',
    'Two people are faster than one, but one is enough.',
    'No markers in the sky: signs, sounds and paper tell you where to go.',
    'Idle, it costs nothing; in use, 0.03 ms.',
  ],
  features: [
    'Group work for up to four people',
    'Skill levels with a few real advantages',
    'Uniforms by the usual clothing menus',
    'Forty delivery points, easily extended',
    'Company accounts and wages',
    'Weekly leaderboard',
    'Props and animations for every step',
    'Protection against scripts that skip steps',
    'Tools as items that wear out',
    'Boss menu with hiring and notes',
    'Short lessons for newcomers',
    'Bridges for common frameworks in one file',
  ],
}
