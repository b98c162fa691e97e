import { ideasFrom, type Shelf } from './ideas.ts'

export const scripts: Shelf = {
  ideas: ideasFrom(`
Ledger Inventory | inventory, crafting, stash | Drag-and-drop inventory with stashes, shops, crafting benches and attachments that stay on the item.
Sandline HUD | hud, speedometer, status | Quiet speedometer and vitals in one line, with a layout editor for every player and palettes for colour-blind people.
Night Lights Timecycle | weather, timecycle, visual | Softer night exposure, restrained neon and interiors you can read without turning the screen up.
Pocket Phone | phone, messages, banking | A phone that fits the world: calls over proximity voice, group chats, transfers and a camera roll.
Compass Radial | radial, menu, shortcuts | One key opens a wheel of what can be done right now. Other resources add their own slices.
Slow Growth Skills | skills, progression, gym | Strength, stamina, driving and crafting that grow by use and fade when nobody practises them.
Steady Weather | weather, sync, seasons | Weather that moves across the map in fronts, agreed between all players and saved over restarts.
Town Crier | announcements, chat, staff | Timed announcements with a template for each occasion and a quiet hour at night.
Doorman | doors, locks, access | Locks for two thousand doors, by job, key item, code or time of day, placed with a pointer in the game.
Harbour Bank | banking, accounts, cards | Personal, shared and business accounts with cards, limits, standing orders and printed statements.
Second Hand Market | market, trading, economy | Players list what they no longer need; prices follow what was really paid over the last week.
Lantern Target | interaction, target, eye | Look at a thing, hold a key, pick what to do. Zones, models and bones, all in one small export.
Greenroom Characters | characters, spawn, multichar | Up to five characters a person, each shown in a lit room before the game begins.
Ferry Spawns | spawn, arrival, intro | New people arrive by ferry, walk through customs and meet the town before they get a car.
Quiet Queue | queue, priority, join | A connection queue that tells people honestly how long it will take, with priority by group.
Chorus Voice Zones | voice, proximity, radio | Walls dampen, tunnels echo, radios crackle with distance. Nothing to install for the players.
Handshake Trading | trade, exchange, inventory | Two people put goods on a table, both confirm, both get a receipt. No more leaps of faith.
Paper Trail | logs, staff, webhooks | Structured logs of money, items and deaths, searchable in the game and kept for ninety days.
Wardens Desk | admin, staff, reports | Reports with a conversation, notes on players, spectating with a reason and an audit trail.
Thin Ice Physics | physics, vehicles, snow | Grip that depends on surface, rain and tyres, worked out on the client at 0.02 ms.
Rest Stop Fuel | fuel, vehicles, stations | Pumps you operate by hand, canisters, electric chargers and stations that players can own.
Tidy Garage | garage, vehicles, impound | Garages, house garages and an impound with real fees. Vehicles remember dents, dirt and fuel.
Signal Dispatch Core | dispatch, calls, core | The part under every dispatch tablet: calls, units, zones and a stable list of exports.
Crowd Control | peds, traffic, density | Traffic and passers-by that thin out where players are many, so that cities stay smooth.
Long Walk Animations | animations, emotes, props | 340 emotes with props, shared poses and a favourites wheel. Searchable by what they look like.
Campfire Stories | camping, survival, crafting | Tents, fires, grills and folding chairs that stay where they were put for a day.
Deep Pockets Pawnshop | shop, pawn, economy | Pawnshops with haggling: each broker has moods, a budget and things they never buy.
Apothecary | herbs, crafting, effects | Herbs, tinctures and their effects as data files, so every server decides for itself what exists at all.
Weekend Races | racing, tracks, leaderboard | Draw a track by driving it, invite others, bet a little. Times are kept by vehicle class.
First Aid | medical, ambulance, injuries | Injuries by body part, bandages that take time, and stretchers that fit into the ambulance.
Static Radio | radio, channels, voice | A handheld radio with labelled channels, private bands for jobs and a scanner item.
Ballot Box | voting, city, elections | Elections with candidates, secret ballots and a count that anybody may check afterwards.
Courtroom | court, law, documents | Cases, evidence, verdicts and fines in one tablet, with templates for tired judges.
Card Table | casino, cards, minigame | Four card games at real tables with players or a patient dealer. No outside assets needed.
Message in a Bottle | notes, letters, immersion | Write a note, fold it, throw it into the sea. Somebody will find it on some beach.
Borrowed Keys | keys, vehicles, sharing | Car keys as items: lend them, copy them, lose them. Hot-wiring takes nerves and time.
Small Print Contracts | contracts, business, rental | Rent, sell and lend with contracts that both sides sign and the server enforces.
Heat Map | staff, analytics, heatmap | Shows where players spend their time, where they die and where the frame rate drops.
Postbox | parcels, mail, delivery | Parcels that players deliver for each other, with tracking and a postmark.
Sunrise Loading | loading, intro, ui | A calm loading screen with your rules, your team and music that fades instead of stopping.
Backstage Cutscenes | cutscenes, camera, story | Direct a scene with keyframes in the game, save it as one file, play it for one or for all.
Hunters Moon | hunting, animals, skinning | Tracks, wind and patience. Animals react to noise and smell, and pelts have a quality.
Rain Check Insurance | insurance, vehicles, claims | Insurance with premiums by record; a claim needs a photo and somebody to look at it.
Lost and Found | items, ground, cleanup | Dropped things lie on the ground as props, get picked up by a street cleaner and can be claimed.
Neighbourhood Watch | cctv, cameras, security | Cameras for shops and homes, with blind spots, cable damage and recordings of ten minutes.
Timecard | jobs, duty, payroll | On duty, off duty, breaks and overtime: pays what was worked and shows the sum to the boss.
Tall Tales Achievements | achievements, stats, badges | Eighty achievements that reward odd stories, not hours. Add your own with six lines of Lua.
Fair Share Factions | factions, gangs, territory | Groups with ranks, shared stashes and territories that are held by being there.
Keepsake Photos | camera, photos, gallery | A camera with lenses and film. Prints hang on walls and can be given away.
Wayfinder | map, routes, markers | Shared markers, routes for convoys and a legend that every player may rearrange.
Scrapyard | recycling, parts, economy | Cut wrecks into parts, sort the parts, sell by weight. Prices move with what arrives.
Three Wishes Vendors | shops, vendors, npc | Vendors with opening hours, stock and small talk. They remember who was rude.
Breadcrumb Tutorials | tutorial, newcomers, help | Short lessons that appear when a newcomer first needs them, and never again.
Lean Notifications | notifications, ui, toast | Notices that stack, pause while you read and can be scrolled back. 3 KB, no images.
Undertow Diving | diving, treasure, ocean | Air tanks, currents and wrecks whose contents change with the tide.
`),
  remarks: [
    'Everything a player sees can be translated in one file, and numbers follow the language.',
    'It idles at 0.00 ms on the client and only wakes up when somebody comes near.',
    'Written for servers of sixty people and tested for a month on one of a hundred and twenty.',
    'All checks run on the server. The client asks, it never decides.',
    'The configuration explains itself; most people are done in ten minutes.',
    'There is no build step: copy the folder, add one line, restart.',
    'The interface is plain HTML and CSS, without a framework, and scales from a laptop to a very wide screen.',
    'I wrote it because the alternatives did too much. It does one thing and leaves the rest alone.',
  ],
  features: [
    'Framework bridge in one file, with a standalone fallback',
    'Exports and events documented with an example each',
    'Database tables are created at the first start',
    'Permissions by group, job or identifier',
    'Keyboard and controller support',
    'Twelve languages, right-to-left included',
    'Optional webhooks for staff',
    'Rate limits on every server event',
    'Colour themes by a few variables',
    'A command that checks the configuration and says what is wrong',
    'Statebags instead of polling loops',
    'Works with the usual target and inventory resources',
    'Unit tests for everything that touches money',
    'Upgrade notes for every version',
  ],
}
