import { ideasFrom, type Shelf } from './ideas.ts'

export const other: Shelf = {
  ideas: ideasFrom(`
Resource Doctor | tools, profiling, terminal | Scans a server folder for missing manifests, duplicate assets and slow threads, and prints a list of fixes.
Manifest Linter | tools, manifest, checks | Reads every manifest and tells what is unused, misspelt or loaded twice.
Night Backup | backup, database, tools | Dumps the database, checks that the dump can be read and keeps a week of them.
Colour Sheet | design, palette, ui | Fourteen tested palettes for interfaces, with contrast figures for text.
Translation Desk | translation, locale, tools | Compares locale files, lists what is missing and keeps comments where they were.
Starter Folder | template, beginner, manifest | An empty resource with sensible structure, comments and nothing that has to be deleted.
Console Companion | terminal, console, staff | A readable server console with filters, folding and a search that goes back.
Interface Icons | icons, svg, ui | 260 line icons drawn on one grid, as vectors and as a font.
Ambient Loops | sound, ambience, audio | Two hours of seamless rain, harbour, market and forest, recorded outdoors.
Server Rulebook | rules, template, community | Rules that people read: short, numbered, with an example for each and a form to print.
Table Diagram | database, documentation, tools | Draws the tables of a server as one picture, with what points to what.
Dice and Decks | dice, cards, library | A small library for chance that can be audited, with dice, decks and draws.
`),
  remarks: [
    'It runs outside of the game and needs nothing but a terminal.',
    'Free to change, free to share, a credit is welcome.',
    'Small on purpose: you can read all of it in an evening.',
    'It never writes unless it is asked to, and then it makes a copy first.',
  ],
  features: [
    'Works on Windows and Linux',
    'Reads folders of thousands of resources in seconds',
    'Output as text, table or JSON',
    'Exit codes for scripts of your own',
    'Examples for every option',
    'No telemetry and no network',
    'Plain text configuration',
    'Documented formats',
  ],
}
