import { text } from 'node:stream/consumers'

import { CliError } from '#cli/cli-error.ts'
import { findPlace } from '#cli/files/place.ts'
import { readProject } from '#cli/files/project.ts'
import { storeToken } from '#cli/hub/token.ts'
import { configuredHub } from '#cli/program.ts'

import { folderOf, outputOf, type Globals } from './context.ts'

/** Stores a token for the hub, readable by this user only. */
export async function login(options: Globals & { withToken?: boolean }): Promise<void> {
  const output = outputOf(options)
  const hub = configuredHub() ?? readProject(findPlace(folderOf(options)).project).hub
  output.say(`Create an access token with the scopes "read" and "download" here: ${hub}/settings/tokens`)
  const token = options.withToken
    ? (await text(process.stdin)).trim()
    : await output.ask(
        'Token: ',
        'Use --with-token to read it from standard input, or set SCRIPTHAVEN_TOKEN.',
        true,
      )
  if (!/^[\w.~+/=-]{16,500}$/.test(token)) throw new CliError('That is not a token. Nothing was stored.')
  output.say(`Stored in ${storeToken(hub, token)}.`)
}
