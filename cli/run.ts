import { Command, CommanderError } from 'commander'

import { CliError, exitCodes, explainDiskError, type ExitCode } from './cli-error.ts'
import { configuredHub, programName, typed } from './program.ts'

const release = '0.1.0'
const overwrites = 'replace files that you changed, except configuration'

/** Runs one command. Returns the exit code. */
export async function run(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done
  const done = (result: ExitCode | void) => {
    code = result ?? exitCodes.done
  }
  try {
    await createProgram(done).parseAsync([...argv])
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    const known = error instanceof CliError ? error : explainDiskError(error)
    process.stderr.write(`${known?.message ?? describeFault(error)}\n`)
    return known?.code ?? exitCodes.fault
  }
}

/** Node would print the line of the bundle, which is the whole program. */
function describeFault(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `This is a fault of scripthaven ${release}, Node ${process.version}. Please report it with these lines:\n${stack}`
}

/** `done` gets the exit code of the command. */
export function createProgram(done: (result: ExitCode | void) => void): Command {
  const hub = configuredHub()
  const program = new Command(programName())
    .description(
      `Installs FiveM scripts${hub === undefined ? '' : ` from ${hub}`} and keeps them up to date.`,
    )
    .version(release)
    .option('-C, --cwd <folder>', "the server's data folder, if it is not the current one")
    .option('-q, --quiet', 'print warnings and errors only')
    .option('--json', 'print the result as JSON')
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .addHelpText(
      'after',
      `
A new server:
  $ ${typed('init')}         in the server's data folder, where resources is
  $ ${typed('login')}        opens the page where you create an access token
  $ ${typed('add 12 40')}    installs scripts 12 and 40, and what they need

Later:
  $ ${typed('outdated')}     shows new versions, ${typed('update')} installs them
  $ ${typed('audit')}        checks files and versions

Exit codes: 0 done, 1 something was found, 2 wrong usage or file, 3 your changed files need a decision,
4 the hub does not respond or rejects, 5 the disk is full or read-only, 6 a fault of this program.`,
    )
  const command = (name: string, summary: string) =>
    program.command(name).summary(summary).description(summary)

  command('init [hub]', 'write scripthaven.json and scripthaven.lock')
    .option('--from-disk', 'recognise the resources that are installed, by the hashes of their files')
    .action(async (url: string | undefined, _, self: Command) => {
      const { init } = await import('./commands/init.ts')
      done(await init(url, self.optsWithGlobals()))
    })
  command('add <scripts...>', 'add scripts with all that they need, and install them')
    .option('-y, --yes', 'do not ask')
    .option('--overwrite', overwrites)
    .addHelpText(
      'after',
      '\nA script is its number or its URL, with a version, a range or latest if you like: 12 12@^1.4.0 12@latest\ncollection:7 stands for the scripts of a collection.',
    )
    .action(async (names: string[], _, self: Command) => {
      const { add } = await import('./commands/add.ts')
      done(await add(names, self.optsWithGlobals()))
    })
  command('sync', 'make the resources equal to scripthaven.lock')
    .alias('install')
    .option('--frozen', 'fail when scripthaven.lock and scripthaven.json disagree')
    .option('--overwrite', overwrites)
    .action(async (_, self: Command) => {
      const { sync } = await import('./commands/sync.ts')
      done(await sync(self.optsWithGlobals()))
    })
  command('outdated', 'show what is new, and what it changes; exit 1 if something is')
    .option('--latest', 'also beyond the ranges of scripthaven.json')
    .action(async (_, self: Command) => {
      const { outdated } = await import('./commands/update.ts')
      done(await outdated(self.optsWithGlobals()))
    })
  command('update [scripts...]', 'install new versions that are older than the cooldown')
    .option('-y, --yes', 'do not ask, unless a version or a new script can do more than before')
    .option('--accept-capabilities', 'also versions and new scripts that can do more than before')
    .option('--latest', 'also beyond the ranges of scripthaven.json')
    .option('--overwrite', overwrites)
    .action(async (names: string[], _, self: Command) => {
      const { update } = await import('./commands/update.ts')
      done(await update(names, self.optsWithGlobals()))
    })
  command('audit', 'compare the disk with the lock, and the lock with the hub; exit 1 if something is wrong')
    .option('--fail-on <level>', 'high, medium or low', 'medium')
    .action(async (_, self: Command) => {
      const { audit } = await import('./commands/audit.ts')
      done(await audit(self.optsWithGlobals()))
    })
  command('scan [path]', 'analyse a folder or an archive on this machine; nothing is run or sent')
    .option('--sarif', 'print the findings as SARIF 2.1.0')
    .option('--fail-on <level>', 'exit 1 from high, medium or low')
    .action(async (path: string | undefined, _, self: Command) => {
      const { scan } = await import('./commands/scan.ts')
      done(await scan(path, self.optsWithGlobals()))
    })
  command('list', 'show what is installed').action(async (_, self: Command) => {
    const { list } = await import('./commands/list.ts')
    done(list(self.optsWithGlobals()))
  })
  command('why <resource>', 'show who needs a resource or a script').action(
    async (name: string, _, self: Command) => {
      const { why } = await import('./commands/list.ts')
      done(why(name, self.optsWithGlobals()))
    },
  )
  command('remove <scripts...>', 'remove scripts, and those that nothing needs any more')
    .option('--overwrite', 'also git checkouts')
    .action(async (names: string[], _, self: Command) => {
      const { remove } = await import('./commands/remove.ts')
      done(await remove(names, self.optsWithGlobals()))
    })
  command('rollback', 'restore the folders and files before the last change').action(
    async (_, self: Command) => {
      const { rollback } = await import('./commands/rollback.ts')
      done(await rollback(self.optsWithGlobals()))
    },
  )
  command('sql', 'show SQL files that are new or changed, with their text; nothing is run')
    .option('--confirm', 'remember these files as done')
    .action(async (_, self: Command) => {
      const { sql } = await import('./commands/sql.ts')
      done(await sql(self.optsWithGlobals()))
    })
  command('export', 'print an inventory of the server')
    .option('--format <format>', 'cyclonedx or csv', 'cyclonedx')
    .action(async (_, self: Command) => {
      const { exportInventory } = await import('./commands/export.ts')
      done(await exportInventory(self.optsWithGlobals()))
    })
  command('publish [folder]', 'upload a resource as a version of your script, and read its report')
    .option('--check', 'only analyse it on this machine')
    .option('--fail-on <level>', 'exit 1 from high, medium or low')
    .option('--hub <url>', 'the hub')
    .option('--script <id>', "the script; otherwise scripthaven 'ID' of the manifest")
    .option('--number <number>', 'the version number; otherwise that of the manifest')
    .option('--changelog <text>', 'what the version changes')
    .action(async (path: string | undefined, _, self: Command) => {
      const { publish } = await import('./commands/publish.ts')
      done(await publish(path, self.optsWithGlobals()))
    })
  command('login', 'store an access token of the hub')
    .option('--with-token', 'read the token from standard input')
    .action(async (_, self: Command) => {
      const { login } = await import('./commands/login.ts')
      done(await login(self.optsWithGlobals()))
    })
  return program
}
