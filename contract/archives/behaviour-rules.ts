import type { Rule } from './rule.ts'

/** Rules about what code does that looks like any other code: for whom, and when. */
export const behaviourRules = [
  {
    id: 'open-to-players',
    severity: 'medium',
    isLowerOnClient: false,
    title: 'Gives money, items or rights to any player',
    why: 'Players send the event or type the command, and no check was found between it and this line.',
    check: 'Who may do this? The server has to check it: a permission, a price, a place, or the amount.',
    since: 5,
  },
  {
    id: 'fixed-player',
    severity: 'medium',
    isLowerOnClient: false,
    title: 'Treats one player differently',
    why: 'The code names the identifier of a player, who may get money, rights or protection.',
    check: 'Whose identifier is it? Remove it if it is not one of your own.',
    since: 5,
  },
  {
    id: 'remote-switch',
    severity: 'medium',
    isLowerOnClient: false,
    title: 'Lets another host change your server',
    why: 'The response of the host, or a web request, decides whether this line runs.',
    check: 'Whose host is it, and what happens to your server when its answer changes?',
    since: 5,
  },
  {
    id: 'waits-for-date',
    severity: 'medium',
    isLowerOnClient: false,
    title: 'Does something after a fixed date',
    why: 'The code behaves differently from that day on, so a test before it shows nothing.',
    check: 'What happens after the date?',
    since: 5,
  },
  {
    id: 'replaces-function',
    severity: 'medium',
    isLowerOnClient: true,
    title: 'Replaces a function that other code relies on',
    why: 'All code of the resource gets the new function, such as one that checks permissions.',
    check: 'Does the new function do the same for everyone?',
    since: 5,
  },
] as const satisfies readonly Rule[]
