import { ideasFrom, type Shelf } from './ideas.ts'

export const mapping: Shelf = {
  ideas: ideasFrom(`
Harbour District Rework | docks, occlusion, doors | Rebuilt docks with a working freight yard, 46 doors wired for lock scripts and corrected occlusion.
Dry Creek Open World | terrain, roads, desert | Eleven new desert places with roads, wells, wrecks and the sounds that belong to them.
Old Mill Village | village, rural, terrain | Forty houses around a mill pond. Half of them can be entered, none of them looks like its neighbour.
Pier Nine Market | market, interior, waterfront | A covered market on the water with 32 stalls, a fish hall and a kitchen that is still in use.
Cedar Ridge Lodge | lodge, mountains, interior | A timber lodge above the lake: lobby, bar, eighteen rooms and a terrace with the better view.
Quarry Lake | lake, nature, quarry | A flooded quarry with jump platforms, a sunken crane and water you can actually see into.
Signal Hill Observatory | observatory, landmark, interior | A domed observatory with a moving roof, a lecture room and a car park for shy couples.
Northern Tunnels | tunnels, underground, roads | Three kilometres of service tunnels that join the metro, the sewers and two cellars nobody mentions.
Union Street Police Station | police, interior, station | Cells, briefing room, evidence store, garage and a front desk that a single officer can run.
Saint Marion Hospital | hospital, interior, medical | Emergency room, two theatres, wards and a roof pad, laid out with people who play medics.
Little Lantern Alley | alley, neon, restaurant | A narrow street of noodle bars, tailors and one very small cinema.
Fort Gannet Ruins | ruins, coast, history | A coastal fort, half in the sea. Walkable walls, a cistern and a lighthouse that works.
Racecourse Park | racing, track, events | A 2.4 km circuit with pit lane, grandstand, marshals' posts and lights that the race script can switch.
Civic Square | city, park, events | The empty plaza gets trees, a stage, food carts and steps worth sitting on.
Salt Flats Airstrip | airfield, hangar, desert | A dusty runway with two hangars, a control hut and a bar that was built out of a third hangar.
Velvet Room Club | club, interior, nightlife | A club in a former bank vault: two floors, a booth, a back office and a door behind the bar.
Copper Canyon Mine | mine, underground, jobs | Four levels of galleries with a lift, rails and places prepared for mining jobs.
Riverside Trailer Park | trailers, homes, rural | Twenty-four trailers with interiors, fences, laundry lines and dogs that sound real.
Garden Court Offices | offices, interior, business | Three office shells for small companies, dressed, and empty ones to furnish.
Lakeside Campground | camping, nature, trails | Pitches, fire rings, a ranger hut and eight kilometres of marked trails.
Grand Terminal | station, trains, landmark | A station hall with a clock that tells the server's time, shops and platforms long enough for trains.
Blackwater Prison | prison, interior, yard | Two wings, workshops, a library, a yard and three ways out that are not on the plan.
Tidal Pools | beach, nature, ocean | A stretch of coast with rock pools, boardwalks and caves that fill at high water.
Hilltop Vineyard | vineyard, farm, events | Rows of vines, a press house, a cellar and a courtyard made for weddings.
Fire Station 12 | fire, station, interior | Pole, bunk room, kitchen and three bays that hold the large ladder truck.
Snowline Pass | snow, mountains, roads | A mountain road with barriers, shelters and a summit cafe. Looks right in summer too.
Corner Diner Refit | diner, restaurant, interior | The old diner with a kitchen that can be worked in, nine booths and warmer light.
Undercroft Gym | gym, interior, fitness | A basement gym with a ring, working lockers and one window at street level.
`),
  remarks: [
    'Occlusion and portals are done by hand, so it costs no more than what it replaces.',
    'Collisions are clean: no floating props, no holes, nothing to get stuck behind.',
    'Textures are shared across the whole place and stay under 90 MB.',
    'All doors are named in the README, ready for any lock resource.',
    'Lights follow the time of day, and none of them flickers at a distance.',
    'It does not touch the files that other maps usually change; a list of the sectors is in the archive.',
    'Navigation meshes are included, so passers-by walk around things and not through them.',
  ],
  features: [
    'Low and high detail models for every building',
    'Sound zones and room echo',
    'Navigation mesh for pedestrians and traffic',
    'A map of all doors with their hashes',
    'Optional winter textures',
    'Spawn points and parking as ready tables',
    'Entity sets to switch furniture on and off',
    'Minimap tiles in the usual style',
    'Vegetation that thins with the graphics setting',
    'Compatible with the popular coast and city packs',
    'Camera positions for screenshots',
    'Source scene for people who want to change it',
  ],
}
