import { runsDownloadedCode } from './runs-downloaded-code.ts'
import { runsTextFromOutside } from './runs-text-from-outside.ts'
import { hiddenText } from './hidden-text.ts'
import { decoder } from './decoder.ts'
import { globalByText } from './global-by-text.ts'
import { bytecode } from './bytecode.ts'
import { computedModule } from './computed-module.ts'
import { process } from './process.ts'
import { writesOtherResource } from './writes-other-resource.ts'
import { writesCode } from './writes-code.ts'
import { grantsRights } from './grants-rights.ts'
import { deletesData } from './deletes-data.ts'
import { lowersProtection } from './lowers-protection.ts'
import { sendsData } from './sends-data.ts'
import { secretAndHttp } from './secret-and-http.ts'
import { txadmin } from './txadmin.ts'
import { runsComputedCode } from './runs-computed-code.ts'
import { stopsServer } from './stops-server.ts'
import { webhook } from './webhook.ts'
import { accessTokenRule } from './access-token.ts'
import { addressHost } from './address-host.ts'
import { obfuscated } from './obfuscated.ts'
import { minified } from './minified.ts'
import { openToPlayers } from './open-to-players.ts'
import { fixedPlayer } from './fixed-player.ts'
import { remoteSwitch } from './remote-switch.ts'
import { waitsForDate } from './waits-for-date.ts'
import { replacesFunction } from './replaces-function.ts'
import { remotePage } from './remote-page.ts'
import { blocklistedFile } from './blocklisted-file.ts'
import { programFile } from './program-file.ts'
import { binary } from './binary.ts'
import { nestedArchive } from './nested-archive.ts'
import { disguisedFile } from './disguised-file.ts'
import { systemResource } from './system-resource.ts'
import { computedManifest } from './computed-manifest.ts'
import { imitatedName } from './imitated-name.ts'
import type { Rule } from './rule.ts'

/**
 * The most specific of the rules that say the same come first. Who decides what is done says more than what is done alone.
 * Those without code are of the report itself.
 */
export const codeRules: readonly Rule[] = [
  runsDownloadedCode,
  runsTextFromOutside,
  openToPlayers,
  remoteSwitch,
  hiddenText,
  decoder,
  globalByText,
  bytecode,
  computedModule,
  process,
  txadmin,
  writesCode,
  writesOtherResource,
  grantsRights,
  deletesData,
  lowersProtection,
  secretAndHttp,
  sendsData,
  disguisedFile,
  runsComputedCode,
  stopsServer,
  webhook,
  accessTokenRule,
  addressHost,
  obfuscated,
  minified,
  fixedPlayer,
  waitsForDate,
  replacesFunction,
  remotePage,
  { id: 'not-fully-read' },
  { id: 'does-not-parse' },
  { id: 'blocklisted-text' },
  blocklistedFile,
  programFile,
  binary,
  nestedArchive,
  systemResource,
  imitatedName,
  computedManifest,
]
