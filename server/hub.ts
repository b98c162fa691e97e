import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { OwnerAccount } from '#contract/auth.ts'
import { systemClock } from '#platform/clock.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'
import { Failure } from '#platform/failures.ts'
import { parse } from '#platform/parse.ts'
import { StartRefused } from '#platform/postgres/start-refused.ts'

import { refuseGuessable } from './account/account.public.ts'
import { createOwner, promoteToOwner } from './auth/auth.public.ts'
import { BackupRefused } from './backups/backups.public.ts'
import { registerDiscordCommand } from './discord/discord.public.ts'
import { backUp, checkStore, moveStore, moveToPostgres, restore } from './hub-backups.ts'
import { withDatabase } from './reach-database.ts'
import { turnOffByHand } from './two-factor/two-factor.public.ts'

type Values = Record<string, string | undefined>
type Command = {
  usage: string
  options: ParseArgsOptionsConfig
  /** It takes one name without an option before it, such as a folder or an address. */
  takesName?: boolean
  run: (config: Config, values: Values, name: string) => Promise<void>
}

const text = { type: 'string' } as const

/** What the owner of a hub does from the command line, whether the hub is running or not. */
const commands: Record<string, Command> = {
  'create-owner': {
    usage: 'create-owner --username NAME --email ADDRESS [--password TEXT]',
    options: { username: text, email: text, password: text },
    run: createOwnerFromValues,
  },
  'turn-off-two-factor': {
    usage: 'turn-off-two-factor --email ADDRESS',
    options: { email: text },
    run: async (config, { email = '' }) =>
      withDatabase(config, async (db) => {
        const { username } = await turnOffByHand({ db, clock: systemClock, config }, email)
        console.log(`${username} signs in with the password alone now.`)
      }),
  },
  backup: {
    usage: 'backup FOLDER',
    options: {},
    takesName: true,
    run: async (config, _values, folder) => backUp(config, resolve(folder)),
  },
  restore: {
    usage: 'restore FOLDER',
    options: {},
    takesName: true,
    run: async (config, _values, folder) => restore(config, resolve(folder)),
  },
  'move-to-postgres': {
    usage: 'move-to-postgres URL',
    options: {},
    takesName: true,
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
    takesName: true,
    run: async (config, _values, where) => moveStore(config, where),
  },
  'register-discord-command': {
    usage: 'register-discord-command',
    options: {},
    run: async ({ discord }) => {
      await registerDiscordCommand(discord)
      console.log('Discord offers /verify now. It may take a minute until everybody sees it.')
    },
  },
}

class UsageError extends Error {}

async function main([name = '', ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const usages = Object.values(commands).map(({ usage }) => `  npm run hub -- ${usage}`)
    throw new UsageError(
      `${name ? `There is no command ${name}. ` : ''}The commands are:\n${usages.join('\n')}`,
    )
  }
  const { values, named } = readArguments(command, args)
  await command.run(readConfig(process.env), values, named)
}

function readArguments({ usage, options, takesName = false }: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: takesName })
    if (takesName && positionals.length !== 1) throw new Error('Name one thing.')
    const texts = Object.entries(values).map(([key, value]) => [key, String(value)])
    const given: Values = Object.fromEntries(texts)
    return { values: given, named: positionals[0] ?? '' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${reason}\nUsage: npm run hub -- ${usage}`)
  }
}

async function createOwnerFromValues(config: Config, values: Values): Promise<void> {
  // Checked before anything is started or asked for.
  const standIn = 'a password to come'
  const { username, email } = parse(OwnerAccount, { ...values, password: values.password ?? standIn })
  await withDatabase(config, async (db) => {
    const tools = { db, clock: systemClock }
    if (await promoteToOwner(tools, { username, email })) {
      console.log(`${username} owns this site now. The password stays as it is.`)
      return
    }
    const asked = values.password ?? (await askForPassword())
    const password = asked || randomBytes(18).toString('base64url')
    const owner = parse(OwnerAccount, { username, email, password })
    await refuseGuessable({ config }, password, owner)
    await createOwner(tools, owner)
    console.log(`${username} owns this site now.`)
    if (!asked) console.log(`The password is ${password}`)
  })
}

/** Nothing when there is nobody to ask. */
async function askForPassword(): Promise<string> {
  if (!process.stdin.isTTY) return ''
  process.stdout.write('Password (12 characters or more; empty to have one made): ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stdout.write('\n')
  }
}

function explain(error: unknown): string {
  if (error instanceof Failure) return Object.values(error.fields ?? { error: error.message }).join('\n')
  const said = [ConfigError, StartRefused, UsageError, BackupRefused].some((kind) => error instanceof kind)
  if (said && error instanceof Error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(explain(error))
  process.exitCode = 1
})
