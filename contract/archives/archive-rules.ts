export interface RuleEntry {
  id: string
  /** The highest severity that the rule reports. */
  severity: 'high' | 'medium' | 'low'
  /** One step lower where the code runs on the client or in a page only. Default false. */
  isLowerOnClient?: true
  /** At most 60 characters. */
  title: string
  /** Why it deserves a look, at most 140 characters. */
  why: string
  /** The advice to a reader of the code. */
  check: string
  /** The revision that introduced the rule. Default 1. */
  since?: number
}

/** Rules about whole files, manifests and pages. */
export const archiveRules = [
  {
    id: 'blocklisted-file',
    severity: 'high',
    title: 'Is a file that was taken down here',
    why: 'Moderators took down another archive because of this file.',
    check: 'Do not run it. Ask the moderators for the reason.',
  },
  {
    id: 'program-file',
    severity: 'high',
    title: 'Contains a program for your own machine',
    why: 'No script needs it, and someone may start it by accident.',
    check: 'Do not start it.',
  },
  {
    id: 'binary',
    severity: 'medium',
    title: 'Contains compiled code',
    why: 'It was not scanned.',
    check: 'Ask for its source code, or compile it yourself.',
  },
  {
    id: 'disguised-file',
    severity: 'high',
    title: 'Is not what its name says',
    why: 'The name hides what the file contains.',
    check: 'Why does the file not have its usual name?',
  },
  {
    id: 'system-resource',
    severity: 'medium',
    title: 'Has the name of a resource of the server itself',
    why: 'It replaces a part of the server.',
    check: 'Compare it with the original from Cfx.re.',
  },
  {
    id: 'imitated-name',
    severity: 'medium',
    title: 'Uses something whose name imitates a well-known one',
    why: 'The publisher of a package or resource with a similar name decides what it does.',
    check: 'Is it a misspelled name? Use the one that you know.',
    since: 16,
  },
  {
    id: 'remote-page',
    severity: 'medium',
    title: 'Shows a page of another host',
    why: 'The owner of the host can change what your players see.',
    check: 'Whose host is it?',
  },
  {
    id: 'computed-manifest',
    severity: 'medium',
    title: 'Has a manifest that is computed by code',
    why: 'We could not determine which files run, so all scripts count as server scripts.',
    check: 'Read the manifest.',
  },
  {
    id: 'nested-archive',
    severity: 'low',
    title: 'Contains another archive',
    why: 'The archive inside was not opened.',
    check: 'Open it yourself, and look at its files before you use them.',
  },
  {
    id: 'does-not-parse',
    severity: 'medium',
    title: 'Is not valid code',
    why: 'The file has syntax errors, so we could not determine what it does.',
    check: 'Does the file run at all? Ask the author for one that does.',
    since: 13,
  },
  {
    id: 'not-fully-read',
    severity: 'medium',
    title: 'Was not read to its end',
    why: 'The file is too large or too complex. Parts of it were not scanned.',
    check: 'Read the file yourself, or ask the author why it is like this.',
  },
] as const satisfies readonly RuleEntry[]

/** Rules about what code does that looks like any other code: for whom, and when. */
export const behaviourRules = [
  {
    id: 'open-to-players',
    severity: 'medium',
    title: 'Gives money, items or rights to any player',
    why: 'Players send the event or type the command, and no check was found between it and this line.',
    check: 'Who may do this? The server has to check it: a permission, a price, a place, or the amount.',
    since: 5,
  },
  {
    id: 'fixed-player',
    severity: 'medium',
    title: 'Treats one player differently',
    why: 'The code names the identifier of a player, who may get money, rights or protection.',
    check: 'Whose identifier is it? Remove it if it is not one of your own.',
    since: 5,
  },
  {
    id: 'remote-switch',
    severity: 'medium',
    title: 'Lets another host change your server',
    why: 'The response of the host, or a web request, decides whether this line runs.',
    check: 'Whose host is it, and what happens to your server when its answer changes?',
    since: 5,
  },
  {
    id: 'waits-for-date',
    severity: 'medium',
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
] as const satisfies readonly RuleEntry[]
