import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import '#cli/node-20.ts'
import { versionsApi, type VersionSummary } from '#contract/scripts/versions.ts'
import { CliError, exitCodes, type ExitCode } from '#cli/cli-error.ts'
import { packResource, readResourceFolder, type ResourceFolder } from '#cli/disk/pack-resource.ts'
import { openHub, type Hub } from '#cli/hub/hub.ts'
import { findToken } from '#cli/hub/token.ts'
import { uploadVersion } from '#cli/hub/upload.ts'
import { plain, sizeText, type Output } from '#cli/terminal/output.ts'
import { analyseFiles } from '#scan/analyse-files.ts'
import { countText } from '#scan/count-text.ts'
import { textReport } from '#scan/text-report.ts'
import type { AnalysisResult } from '#server/archives/analyse/analysis-result.ts'

import { listOf } from './describe.ts'
import { folderOf, hubOf, outputOf, type Globals } from './context.ts'
import { exceeds, levelOf, resultOf } from './scan.ts'

type Options = Globals & {
  check?: boolean
  failOn?: string
  hub?: string
  script?: string
  number?: string
  changelog?: string
}

/** An author's upload: packs a resource, adds it as a version, and reads its report. */
export async function publish(path: string | undefined, options: Options): Promise<ExitCode> {
  const limit = levelOf(options.failOn)
  const output = outputOf(options)
  const resource = readResourceFolder(resolve(folderOf(options), path ?? '.'))
  if (resource.unnamed.length > 0)
    output.say(`Also in the archive, though the manifest does not name them: ${listOf(resource.unnamed)}.`)
  if (options.check) {
    const report = await analyse(resource)
    output.result(textReport(report, []), report)
    return exceeds(report, limit) ? exitCodes.found : exitCodes.done
  }
  const manifest = (name: string) => resource.entries.find(({ key }) => key === name)?.value
  const script = Number(options.script ?? manifest('scripthaven'))
  if (!Number.isInteger(script) || script < 1)
    throw new CliError(
      "Which script is this? Use --script ID, or write scripthaven 'ID' in its fxmanifest.lua.",
    )
  const hub = openHub(options.hub ?? hubOf(resource.folder))
  const number = options.number ?? manifest('version')
  const version = await packAndUpload(hub, { resource, script, number, changelog: options.changelog, output })
  output.say(`Uploaded version ${version.number} of script ${script}: ${hub.url}/scripts/${script}/versions`)
  return reportOn(hub, version, limit, output)
}

/** What would be uploaded. */
async function analyse({ folder, files }: ResourceFolder): Promise<AnalysisResult> {
  const sources = files.map((path) => {
    const source = join(folder, path)
    return { path, size: statSync(source).size, read: () => readFileSync(source) }
  })
  return resultOf(await analyseFiles(sources))
}

async function packAndUpload(
  hub: Hub,
  {
    resource,
    script,
    number,
    changelog,
    output,
  }: {
    resource: ResourceFolder
    script: number
    number: string | undefined
    changelog: string | undefined
    output: Output
  },
): Promise<VersionSummary> {
  const temporary = mkdtempSync(join(tmpdir(), 'scripthaven-publish-'))
  try {
    const archive = join(temporary, `${basename(resource.folder)}.zip`)
    await packResource(resource, archive)
    const { size } = statSync(archive)
    output.say(`Packed ${countText(resource.files.length, 'file')}, ${sizeText(size)}.`)
    const progress = output.progress(size)
    const fields = { ...(number !== undefined && { number }), ...(changelog !== undefined && { changelog }) }
    // A bar that is not ended keeps the program running.
    return await uploadVersion(hub, script, archive, fields, progress.add).finally(progress.end)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
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
