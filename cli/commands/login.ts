import { text } from 'node:stream/consumers'

import { tokenPattern, tokensApi } from '#contract/scripts/tokens.ts'
import { CliError } from '#cli/cli-error.ts'
import { openHub } from '#cli/hub/hub.ts'
import { storeToken } from '#cli/hub/token.ts'
import { openInBrowser } from '#cli/terminal/open-in-browser.ts'
import { plain } from '#cli/terminal/output.ts'

import { folderOf, hubOf, outputOf, type Globals } from './context.ts'

/** Stores a token for the hub, readable by this user only. */
export async function login(options: Globals & { withToken?: boolean }): Promise<void> {
  const output = outputOf(options)
  const hub = hubOf(folderOf(options))
  const page = `${hub}/profile/settings?tab=tokens`
  if (!options.withToken)
    output.say(`Create an access token with the scopes "read" and "download" here: ${page}`)
  if (!options.withToken && output.canAsk) openInBrowser(page)
  const token = options.withToken
    ? (await text(process.stdin)).trim()
    : await output.ask(
        'Token: ',
        'Use --with-token to read it from standard input, or set SCRIPTHAVEN_TOKEN.',
        true,
      )
  if (!tokenPattern.test(token))
    throw new CliError(
      'That is not an access token: they begin with shv_. Nothing was stored. Copy it again from the page of the token.',
    )
  const { username, token: stored } = await openHub(hub).call(tokensApi.current, {}, token)
  const path = storeToken(hub, token)
  output.outcome(
    `Stored in ${path}: ${plain(username)}, scopes ${stored.scopes.join(', ')}, until ${stored.expiresAt.slice(0, 10)}.`,
    { hub, path, username, scopes: stored.scopes, expiresAt: stored.expiresAt },
  )
}
