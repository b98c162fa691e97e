import { ideasFrom, type Shelf } from './ideas.ts'

export const weapons: Shelf = {
  ideas: ideasFrom(`
Ballistics Rework | recoil, damage, config | Realistic drop, damage tables by ammunition and recoil curves you can edit live in the game.
Range Day | shooting range, targets, training | A shooting range with moving plates, par times and score cards to pin on a wall.
Iron Sights Only | sights, immersion, hud | Removes the crosshair and gives every base weapon sights that line up.
Attachment Bench | attachments, crafting, workbench | A workbench where sights, grips and barrels are fitted one by one and take real time.
Holster Moves | holster, animations, police | Draw and holster animations by belt, shoulder or ankle. Looks calm, takes a second.
Less Than Lethal | police, beanbag, tools | Bean bags, nets and a louder voice. Tools for officers who would rather talk.
Ammunition Types | ammo, damage, inventory | Eight kinds of ammunition as items, each with its own drop, noise and price.
Soft Recoil | recoil, camera, balance | Recoil that climbs and settles instead of jumping. Same pattern for everybody.
Suppressed Sounds | sound, suppressor, audio | New shots, tails and echoes, with indoor and outdoor versions of each.
Evidence Casings | evidence, police, casings | Casings and impacts stay as evidence that can be bagged and compared.
Bow and Quiver | bow, archery, hunting | A bow with draw weight, wind and arrows that can be picked up again.
Service Rifle Model | model, addon, rifle | An original service rifle with five skins, two stocks and clean first-person arms.
Clay Pigeon Club | sport, shotgun, minigame | Trap and skeet with scorekeeping. Bring ear protection and a thermos.
Jam and Clear | malfunction, maintenance, realism | Weapons get dirty, stop, and want to be cleaned. The kit is an item.
Training Markers | training, paint, events | Paint rounds for exercises: nobody is hurt, everybody can see who was hit.
Wooden Practice Set | melee, training, model | Practice staffs, shields and padded gloves for sparring clubs.
`),
  remarks: [
    'All numbers live in one table and can be changed while the server runs.',
    'Hits are decided by the server, with a small allowance for distance and delay.',
    'Balanced with two communities that disagree about everything else.',
    'Models are original and named after nothing that exists.',
    'It plays well with the usual inventories and leaves damage to them if they want it.',
  ],
  features: [
    'Damage by body part, range and protection',
    'Recoil curves with a live editor',
    'Switch for every single feature',
    'Server-side checks against altered values',
    'Own sounds, mixed for headphones',
    'Animations for both body types',
    'Metadata for attachments and wear',
    'Logs in a format that staff tools understand',
    'A test command that prints every value in use',
    'Safe zones by polygon',
  ],
}
