import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { OwnerAccount } from '#contract/auth.ts'
import { systemClock } from '#platform/clock.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'
import { openDatabase, type Db } from '#platform/database.ts'
import { Failure } from '#platform/failures.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { migrateDatabase } from '#platform/migrate.ts'
import { parse } from '#platform/parse.ts'
import { launchPostgres } from '#platform/postgres/launch.ts'
import { StartRefused } from '#platform/postgres/start-refused.ts'

import { createOwner, promoteToOwner } from './auth/auth.public.ts'
import { registerDiscordCommand } from './discord/discord.public.ts'

type Values = Record<string, string | undefined>
type Command = {
  usage: string
  options: ParseArgsOptionsConfig
  run: (config: Config, values: Values) => Promise<void>
}

const text = { type: 'string' } as const

/** What the owner of a hub does from the command line, whether the hub is running or not. */
const commands: Record<string, Command> = {
  'create-owner': {
    usage: 'create-owner --username NAME --email ADDRESS [--password TEXT]',
    options: { username: text, email: text, password: text },
    run: createOwnerFromValues,
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
  await command.run(readConfig(process.env), valuesOf(command, args))
}

function valuesOf({ usage, options }: Command, args: string[]): Values {
  try {
    const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value : undefined]),
    )
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
    await createOwner(tools, parse(OwnerAccount, { username, email, password }))
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

/** On the database of a running hub, or on one that is started for as long as the work takes. */
async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const server =
    config.databaseUrl === undefined ? await launchPostgres(join(config.dataDir, 'postgres')) : undefined
  const address = server ? server.connection : { connectionString: config.databaseUrl ?? '' }
  try {
    if (!server?.adopted) {
      await migrateDatabase(address)
      await migrateJobs(address)
    }
    const database = openDatabase(address, { connectionsMax: 2 })
    await work(database.db).finally(() => database.close())
  } finally {
    // A server that was found running is a hub's.
    if (server && !server.adopted) await server.stop()
  }
}

function explain(error: unknown): string {
  if (error instanceof Failure) return Object.values(error.fields ?? { error: error.message }).join('\n')
  if (error instanceof ConfigError || error instanceof StartRefused || error instanceof UsageError)
    return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(explain(error))
  process.exitCode = 1
})
