import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

import { ZipFile } from 'yazl'

import { readManifest } from '#contract/archives/manifest/read-manifest.ts'
import { versionsApi, type VersionSummary } from '#contract/scripts/versions.ts'
import { CliError, exitCodes, type ExitCode } from '#cli/cli-error.ts'
import { listFiles } from '#cli/disk/read-folder.ts'
import { openHub, type Hub } from '#cli/hub/hub.ts'
import { findToken } from '#cli/hub/token.ts'
import { uploadVersion } from '#cli/hub/upload.ts'
import { plain, type Output } from '#cli/terminal/output.ts'
import { textReport } from '#scan/text-report.ts'

import { folderOf, hubOf, outputOf, type Globals } from './context.ts'
import { exceeds, levelOf, scanPath } from './scan.ts'

type Options = Globals & {
  check?: boolean
  failOn?: string
  hub?: string
  script?: string
  number?: string
  changelog?: string
}

/** What no archive needs. */
const ignored = /^(\.(?!fxap$)[^/]*|node_modules|Thumbs\.db|desktop\.ini)$/i

/** An author's upload: packs a resource, adds it as a version, and reads its report. */
export async function publish(path: string | undefined, options: Options): Promise<ExitCode> {
  const limit = levelOf(options.failOn)
  const output = outputOf(options)
  const folder = resolve(folderOf(options), path ?? '.')
  const manifest = readEntries(folder)
  if (options.check) {
    const { report, links } = await scanPath(folder)
    output.result(textReport(report, links), report)
    return exceeds(report, limit) ? exitCodes.found : exitCodes.done
  }
  const script = Number(options.script ?? manifest('scripthaven'))
  if (!Number.isInteger(script) || script < 1)
    throw new CliError(
      "Which script is this? Use --script ID, or write scripthaven 'ID' in its fxmanifest.lua.",
    )
  const hub = openHub(options.hub ?? hubOf(folder))
  const number = options.number ?? manifest('version')
  const version = await packAndUpload(hub, { folder, script, number, changelog: options.changelog, output })
  output.say(`Uploaded version ${version.number} of script ${script}: ${hub.url}/scripts/${script}/versions`)
  return reportOn(hub, version, limit, output)
}

function readEntries(folder: string): (key: string) => string | undefined {
  const path = ['fxmanifest.lua', '__resource.lua']
    .map((name) => join(folder, name))
    .find((name) => existsSync(name))
  if (path === undefined)
    throw new CliError(`${folder} has no fxmanifest.lua: it is no resource. Name the folder of one.`)
  const { entries } = readManifest(readFileSync(path, 'utf8'))
  return (key) => entries.find((entry) => entry.key === key)?.value
}

async function packAndUpload(
  hub: Hub,
  {
    folder,
    script,
    number,
    changelog,
    output,
  }: {
    folder: string
    script: number
    number: string | undefined
    changelog: string | undefined
    output: Output
  },
): Promise<VersionSummary> {
  const temporary = mkdtempSync(join(tmpdir(), 'scripthaven-publish-'))
  try {
    const archive = join(temporary, `${basename(folder)}.zip`)
    await pack(folder, archive)
    const { size } = statSync(archive)
    const progress = output.progress(size)
    const fields = { ...(number !== undefined && { number }), ...(changelog !== undefined && { changelog }) }
    // A bar that is not ended keeps the program running.
    return await uploadVersion(hub, script, archive, fields, progress.add).finally(progress.end)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** In a folder with the name of the resource, sorted and without times: the same files are the same archive. */
async function pack(folder: string, archive: string): Promise<void> {
  const zip = new ZipFile()
  const mtime = new Date(2000, 0, 1)
  for (const path of (listFiles(folder) ?? []).toSorted()) {
    if (path.split('/').some((part) => ignored.test(part))) continue
    if (!lstatSync(join(folder, path)).isFile())
      throw new CliError(
        `${path} is not a regular file, and an archive can only contain regular files. Nothing was uploaded. Replace it with a file.`,
      )
    zip.addFile(join(folder, path), `${basename(folder)}/${path}`, { mtime, mode: 0o100644 })
  }
  zip.end()
  // A file that cannot be read is reported by the archive, not by its stream.
  const failure = once(zip, 'error').then(([error]: unknown[]) => {
    throw error
  })
  await Promise.race([pipeline(zip.outputStream, createWriteStream(archive)), failure])
}

const readingMaxMs = 30 * 60_000

async function reportOn(hub: Hub, { id }: VersionSummary, limit: number, output: Output): Promise<ExitCode> {
  const deadline = Date.now() + readingMaxMs
  for (let waitMs = 1000; ; waitMs = Math.min(waitMs * 2, 15_000)) {
    const report = await hub.call(versionsApi.report, { params: { id } }, findToken(hub.url))
    if (report.state === 'failed')
      throw new CliError(
        `The hub cannot read the archive: ${report.failure ?? 'unknown reason'}. Change it, then publish another version.`,
        exitCodes.hub,
      )
    if (report.state === 'done') {
      const { high, medium, low } = report.counts
      const lines = report.findings.map(
        ({ severity, title, path, line }) =>
          `  ${severity.padEnd(6)}  ${plain(title)}  ${plain(path)}${line === null ? '' : `:${line}`}`,
      )
      output.result([`Report: ${high} high, ${medium} medium, ${low} low`, ...lines].join('\n'), report)
      return exceeds(report, limit) ? exitCodes.found : exitCodes.done
    }
    if (Date.now() > deadline)
      throw new CliError(
        'The hub has not read the archive yet. Its report appears on the page of the version.',
        exitCodes.hub,
      )
    await pause(waitMs)
  }
}
