import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { OwnerAccount } from '#contract/accounts/auth.ts'
import type { Db } from '#platform/database/database.ts'
import { countWaitingJobs } from '#platform/jobs/jobs.ts'
import { version } from '#platform/version.ts'
import { StartupError } from '#postgres-launcher/startup-error.ts'

import {
  assertStrongPassword,
  createOwner,
  promoteToOwner,
  registerDiscordCommand,
  setPasswordFromCli,
  turnOffFromCli,
} from './accounts/accounts.public.ts'
import { readAnalysisStatus, readRevision } from './archives/archives.public.ts'
import { backUp, checkStore, moveStore, moveToPostgres, restore } from './cli-backups.ts'
import { BackupError } from './operations/operations.public.ts'
import { systemClock } from './platform/clock.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import { HttpError } from './platform/errors.ts'
import { parse } from './platform/parse.ts'
import { loadSecrets } from './platform/secrets.ts'
import { readSettings, removeSigningKey, replaceSigningKey } from './site/site.public.ts'
import { withDatabase } from './with-database.ts'

type Values = Record<string, string | undefined>
type Command = {
  usage: string
  options: ParseArgsOptionsConfig
  /** Requires one positional argument. */
  hasArgument?: boolean
  run: (config: Config, values: Values, argument: string) => Promise<void>
}

const text = { type: 'string' } as const

/** The commands of `npm run hub --`. They work whether the app is running or not. */
const commands: Record<string, Command> = {
  'create-owner': {
    usage: 'create-owner --username NAME --email ADDRESS [--password TEXT]',
    options: { username: text, email: text, password: text },
    run: createOwnerFromValues,
  },
  'set-password': {
    usage: 'set-password --email ADDRESS [--password TEXT]',
    options: { email: text, password: text },
    run: setPassword,
  },
  'turn-off-two-factor': {
    usage: 'turn-off-two-factor --email ADDRESS',
    options: { email: text },
    run: async (config, { email = '' }) =>
      withDatabase(config, async (db) => {
        const settings = await readSettings(db, config.pinnedSettings)
        const done = await turnOffFromCli({ db, clock: systemClock, config, settings }, email)
        console.log(
          `Two-factor authentication of ${done.username} ${done.wasOn ? 'is off now' : 'was off already'}. ` +
            `The authenticator and the recovery codes no longer work, and ${endedText(done.sessions)}. ` +
            'Signing in takes the password alone: set it up again under Profile Settings, Password.',
        )
      }),
  },
  'replace-signing-key': {
    usage: 'replace-signing-key',
    options: {},
    run: async (config) => console.log(await replaceKey(config)),
  },
  'remove-signing-key': {
    usage: 'remove-signing-key ID',
    options: {},
    hasArgument: true,
    run: async (config, _values, id) => console.log(await removeKey(config, id)),
  },
  status: {
    usage: 'status',
    options: {},
    run: async (config) => withDatabase(config, async (db) => console.log(await describeStatus(db))),
  },
  backup: {
    usage: 'backup FOLDER',
    options: {},
    hasArgument: true,
    run: async (config, _values, folder) => backUp(config, resolve(folder)),
  },
  restore: {
    usage: 'restore FOLDER',
    options: {},
    hasArgument: true,
    run: async (config, _values, folder) => restore(config, resolve(folder)),
  },
  'move-to-postgres': {
    usage: 'move-to-postgres URL',
    options: {},
    hasArgument: true,
    run: async (config, _values, url) => moveToPostgres(config, url),
  },
  'check-files': {
    usage: 'check-files [--hash]',
    options: { hash: { type: 'boolean' } },
    run: async (config, { hash }) => checkStore(config, hash !== undefined),
  },
  'move-files': {
    usage: 'move-files bucket|disk',
    options: {},
    hasArgument: true,
    run: async (config, _values, target) => moveStore(config, target),
  },
  'register-discord-command': {
    usage: 'register-discord-command',
    options: {},
    run: async ({ discord }) => {
      await registerDiscordCommand(discord)
      console.log('The command /verify is registered. Discord may take a minute to show it to all users.')
    },
  },
}

class UsageError extends Error {}

async function main([name = '', ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const usages = Object.values(commands).map(({ usage }) => `  npm run hub -- ${usage}`)
    throw new UsageError(`${name ? `Unknown command: ${name}. ` : ''}The commands are:\n${usages.join('\n')}`)
  }
  const { values, argument } = readArguments(command, args)
  await command.run(readConfig(process.env), values, argument)
}

function readArguments({ usage, options, hasArgument = false }: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: hasArgument })
    if (hasArgument && positionals.length !== 1) throw new Error('Exactly one argument is required.')
    const texts: Values = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, String(value)]),
    )
    return { values: texts, argument: positionals[0] ?? '' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${reason}\nUsage: npm run hub -- ${usage}`)
  }
}

async function createOwnerFromValues(config: Config, values: Values): Promise<void> {
  // Validated before the database is started; the password may be entered later.
  const placeholder = 'a password to come'
  const { username, email } = parse(OwnerAccount, { ...values, password: values.password ?? placeholder })
  await withDatabase(config, async (db) => {
    const tools = { db, clock: systemClock }
    if (await promoteToOwner(tools, { username, email })) {
      console.log(`${username} is now an owner of this site. The password did not change.`)
      return
    }
    const chosen = values.password ?? (await promptForPassword())
    const password = chosen || randomBytes(18).toString('base64url')
    const owner = parse(OwnerAccount, { username, email, password })
    const settings = await readSettings(db, config.pinnedSettings)
    await assertStrongPassword({ settings }, password, owner)
    await createOwner(tools, owner)
    console.log(`${username} is now an owner of this site.`)
    if (!chosen) console.log(`The password is ${password}`)
  })
}

async function setPassword(config: Config, { email = '', password: option }: Values): Promise<void> {
  await withDatabase(config, async (db) => {
    const settings = await readSettings(db, config.pinnedSettings)
    const chosen = option ?? (await promptForPassword())
    const password = chosen || randomBytes(18).toString('base64url')
    const done = await setPasswordFromCli({ db, clock: systemClock, config, settings }, { email, password })
    console.log(`The password of ${done.username} was replaced, and ${endedText(done.sessions)}.`)
    console.log('Two-factor authentication did not change: turn-off-two-factor is for a lost authenticator.')
    if (!chosen) console.log(`The password is ${password}`)
  })
}

function endedText(sessions: number): string {
  return sessions === 1 ? '1 session was ended' : `${sessions} sessions were ended`
}

/** Empty when there is no terminal. */
async function promptForPassword(): Promise<string> {
  if (!process.stdin.isTTY) return ''
  process.stdout.write('Password (at least 12 characters; leave empty to generate one): ')
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: noEcho, terminal: true })
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stdout.write('\n')
  }
}

function describe(error: unknown): string {
  if (error instanceof HttpError) return Object.values(error.fields ?? { error: error.message }).join('\n')
  const isExpected = [ConfigError, StartupError, UsageError, BackupError].some(
    (kind) => error instanceof kind,
  )
  if (isExpected && error instanceof Error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(describe(error))
  process.exitCode = 1
})

/** Returns a sentence, as `removeKey` does. */
async function replaceKey(config: Config): Promise<string> {
  const secrets = await loadSecrets(config.tokenSecret, config.dataDir)
  return withDatabase(config, async (db) => {
    const id = await replaceSigningKey({ db, clock: systemClock, secrets })
    return `The site signs with the key ${id} now. Former keys verify until you remove them.`
  })
}

async function removeKey(config: Config, id: string): Promise<string> {
  const isRemoved = await withDatabase(config, (db) => removeSigningKey({ db }, id))
  return isRemoved ? 'The key is removed.' : 'There is no former key with this id.'
}

/** Answers the questions of an operator after an upgrade. */
export async function describeStatus(db: Db): Promise<string> {
  const { waiting, running, failed, outdated } = await readAnalysisStatus(db)
  return [
    `Version            ${version}`,
    `Jobs waiting       ${await countWaitingJobs(db)}`,
    `Archives waiting   ${waiting}`,
    `Archives running   ${running}`,
    `Archives failed    ${failed}`,
    `Archives outdated  ${outdated} (rule set ${await readRevision(db)})`,
  ].join('\n')
}
