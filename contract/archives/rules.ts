import { archiveRules, behaviourRules, type RuleEntry } from './archive-rules.ts'

/**
 * The catalogue of the rules that look at archives: texts for the screens, no code. analysis/rules/ has the
 * code. A rule says what was found and never that an archive is harmful or harmless.
 */

/** Increase it with a new rule, whose `since` it is. Sites scan again when the code changes: server/archives/rule-revision.ts. */
export const ruleSet = 16

const entries = [
  {
    id: 'runs-downloaded-code',
    severity: 'high',
    isLowerOnClient: true,
    title: 'Runs code that it downloads',
    why: 'The owner of the URL decides what your server does, and can change it at any time.',
    check: 'Ask the author for the code. Replace the download with a copy of it, or do not use the script.',
  },
  {
    id: 'runs-text-from-outside',
    severity: 'high',
    isLowerOnClient: true,
    title: 'Runs text that comes from outside as code',
    why: 'An event, a web request, a command or a stored value decides what runs, so another person may.',
    check: 'Who can send this text? Any player can trigger a network event.',
  },
  {
    id: 'hidden-text',
    severity: 'high',
    isLowerOnClient: true,
    title: 'Hides text as numbers, escapes or reversed letters',
    why: 'Honest code has no reason to hide a host name or code from its readers.',
    check: 'Read the decoded text. Does it name a host, a function or a program?',
  },
  {
    id: 'decoder',
    severity: 'high',
    isLowerOnClient: true,
    title: 'Decodes hidden text',
    why: 'Hidden code usually looks like this: numbers turned into text with a key.',
    check: 'Find out what the text is and whether it is run. Ask the author for the readable code.',
  },
  {
    id: 'global-by-text',
    severity: 'high',
    isLowerOnClient: true,
    title: 'Finds a function by a text',
    why: 'The code does not say which function it calls, so a search for the name finds nothing.',
    check: 'Which function is it? Look at where the name comes from.',
  },
  {
    id: 'bytecode',
    severity: 'high',
    title: 'Contains precompiled Lua',
    why: 'Precompiled code cannot be read.',
    check: 'Ask the author for the source code.',
  },
  {
    id: 'computed-module',
    severity: 'high',
    title: 'Loads a module by a computed name',
    why: 'The code does not say which module it loads.',
    check: 'Which module is it? child_process runs programs, fs reads and writes files.',
  },
  {
    id: 'process',
    severity: 'high',
    isLowerOnClient: true,
    title: 'Runs programs or compiled code on the machine',
    why: 'A program has all rights of the server, not only those of a script.',
    check: 'Which program is run, and with which values?',
  },
  {
    id: 'writes-other-resource',
    severity: 'high',
    title: 'Writes or removes files of another resource',
    why: 'This is how code stays on a server after the script was removed.',
    check: 'Which file is written, and why?',
  },
  {
    id: 'writes-code',
    severity: 'high',
    title: 'Writes code or a manifest',
    why: 'A script that changes code can add anything, also after you have read it.',
    check: 'Where does the written text come from?',
  },
  {
    id: 'grants-rights',
    severity: 'high',
    title: 'Grants rights',
    why: 'It makes someone an administrator, gives everyone a right, or gives one fixed player money or items.',
    check: 'Who gets which right? A fixed identifier belongs to one person.',
  },
  {
    id: 'deletes-data',
    severity: 'medium',
    title: 'Deletes tables of the database or all their rows',
    why: 'What a table holds is lost, unless there is a backup.',
    check: 'Which table is it, and what starts the query?',
    since: 4,
  },
  {
    id: 'lowers-protection',
    severity: 'medium',
    title: 'Turns off a protection of the server',
    why: 'It stops an anti-cheat, or changes a setting such as the password of the console.',
    check: 'Which resource or setting is it, and who asked for it?',
    since: 4,
  },
  {
    id: 'sends-data',
    severity: 'medium',
    title: 'Sends private data to another host or to players',
    why: 'Identifiers, IPs, rows of the database, files or stored tokens leave your server or your players.',
    check: 'Whose host is it? Replace a webhook with your own.',
    since: 4,
  },
  {
    id: 'txadmin',
    severity: 'high',
    isLowerOnClient: true,
    title: 'Reads the secrets of txAdmin',
    why: 'With them a script controls the panel of the server.',
    check: 'Only txAdmin itself needs them.',
  },
  {
    id: 'secret-and-http',
    severity: 'high',
    title: 'Reads a secret and calls another host',
    why: 'It could send a key, a password or a connection string to that host.',
    check: 'Is the secret part of what is sent?',
  },
  {
    id: 'runs-computed-code',
    severity: 'medium',
    isLowerOnClient: true,
    title: 'Runs text as code',
    why: 'We could not determine where this code comes from.',
    check: 'Follow the text back to where it comes from.',
  },
  {
    id: 'stops-server',
    severity: 'medium',
    title: 'Stops the server',
    why: 'A script can end or freeze your server, for example when its author wants it.',
    check: 'Under which condition does it stop the server?',
  },
  {
    id: 'access-token',
    severity: 'medium',
    title: 'Contains an access token of this site',
    why: 'Anyone who downloads the archive can use it, perhaps to publish versions.',
    check: 'Its author should revoke it and upload a version without it.',
    since: 15,
  },
  {
    id: 'webhook',
    severity: 'medium',
    title: 'Contains a Discord webhook',
    why: 'Anyone who reads it can post there, and it may report your players to its owner.',
    check: 'Whose channel is it? Replace it with your own, in a file that players do not receive.',
  },
  {
    id: 'address-host',
    severity: 'medium',
    title: 'Calls a host by its IP',
    why: 'There is no host name that says whose machine it is.',
    check: 'Ask the author what this machine is for.',
  },
  {
    id: 'obfuscated',
    severity: 'high',
    isLowerOnClient: true,
    title: 'Is obfuscated',
    why: 'We could not determine what this code does.',
    check: 'Ask the author for the readable code.',
  },
  {
    id: 'minified',
    severity: 'low',
    title: 'Is hard to read: one very long line',
    why: 'Code on one line is usually built from other files that are not in the archive.',
    check: 'Look for the source code in the repository of the author.',
  },
  {
    id: 'blocklisted-text',
    severity: 'high',
    title: 'Contains a host or text of known infections',
    why: 'This text was seen on infected servers.',
    check: 'Do not run it before a moderator has looked at it. In a comment it does not run.',
  },
  ...behaviourRules,
  ...archiveRules,
] as const satisfies readonly RuleEntry[]

export type RuleId = (typeof entries)[number]['id']

export const rules = entries.map((entry) => ({ isLowerOnClient: false, since: 1, ...entry }))

/** The basis of a rule: code, a text whatever the code does with it, or code that cannot be read or followed. */
export const ruleBases: Partial<Record<string, 'text' | 'unread'>> = {
  'blocklisted-text': 'text',
  webhook: 'text',
  'access-token': 'text',
  'address-host': 'text',
  'global-by-text': 'unread',
  bytecode: 'unread',
  'computed-module': 'unread',
  'runs-computed-code': 'unread',
  obfuscated: 'unread',
  minified: 'unread',
  'program-file': 'unread',
  binary: 'unread',
  'computed-manifest': 'unread',
  'nested-archive': 'unread',
  'does-not-parse': 'unread',
  'not-fully-read': 'unread',
} satisfies Partial<Record<RuleId, 'text' | 'unread'>>
