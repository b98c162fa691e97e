import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { ChangedFinding, Changes } from '#contract/scripts/changes.ts'
import type { VersionChange, VersionSummary } from '#contract/scripts/versions.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { sideTexts } from '#web/scripts/versions/analysis-texts.ts'
import { capabilityPhrase } from '#contract/scripts/capability-phrases.ts'
import { severityNames, severityTones } from '#web/scripts/versions/severities.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'

import styles from './Changes.module.css'
import { Entries } from './Entries.tsx'

/** Entries that appear and disappear in the reports of two versions. */
export function ResultChanges({
  scriptId,
  changes: { capabilities, findings },
  from,
  to,
}: {
  scriptId: number
  changes: Changes
  from: VersionSummary
  to: VersionSummary
}) {
  const findingsOf = (list: readonly ChangedFinding[], version: VersionSummary) =>
    list.map((finding, index) => (
      <FindingLine key={index} finding={finding} scriptId={scriptId} version={version} />
    ))
  return (
    <div className={`${styles.results} cols-2 grid gap-8 top`}>
      <section className="stack gap-4" aria-labelledby="capabilities">
        <h3 id="capabilities" className="text-h3">
          What it can do
        </h3>
        <ChangeList
          added={capabilityLines(capabilities.added)}
          removed={capabilityLines(capabilities.removed)}
          none="The scanner found no changes."
        />
      </section>
      <section className="stack gap-4" aria-labelledby="findings">
        <h3 id="findings" className="text-h3">
          Findings
        </h3>
        <ChangeList
          added={findingsOf(findings.added, to)}
          removed={findingsOf(findings.removed, from)}
          none="No findings added or removed."
        />
      </section>
    </div>
  )
}

function ChangeList({
  added,
  removed,
  none,
}: {
  added: readonly ReactNode[]
  removed: readonly ReactNode[]
  none: string
}) {
  if (added.length + removed.length === 0) return <p className="faint">{none}</p>
  return (
    <>
      <Entries name="New" change="added" entries={added} />
      <Entries name="No longer" change="removed" entries={removed} />
    </>
  )
}

/** Some values have the same phrase. */
function capabilityLines(capabilities: VersionChange['added']): ReactNode[] {
  const lines = new Map(
    capabilities.map((capability) => [`${capabilityPhrase(capability)} ${capability.side}`, capability]),
  )
  return Array.from(lines, ([line, capability]) => (
    <p key={line}>
      <bdi className={`inline-block max-full vivid ${styles.phrase}`}>{capabilityPhrase(capability)}</bdi>
      <span className="faint"> · {sideTexts[capability.side]}</span>
    </p>
  ))
}

function FindingLine({
  finding: { rule, title, severity, side, path, line, excerpt, isAccepted, isInComment },
  scriptId,
  version,
}: {
  finding: ChangedFinding
  scriptId: number
  version: VersionSummary
}) {
  return (
    <>
      <p className="row wrap gap-2">
        <Badge tone={severityTones[severity]}>{severityNames[severity]}</Badge>
        <Link to="/rules" hash={rule} className="text-link">
          {title}
        </Link>
      </p>
      <p>
        <a href={filePath({ scriptId, v: version.id }, path, line)} className="text-link">
          <bdi className="break">
            {path}
            {line !== null && `:${line}`}
          </bdi>
        </a>
        <span className="faint">
          {' '}
          · {sideTexts[side]}
          {isInComment && ' · in a comment: it does not run'}
          {isAccepted && ' · accepted by a moderator'}
        </span>
      </p>
      {excerpt && (
        <pre className="mt-2 pad-2-3 round-sm fill-2 text-sm scroll-x">
          <code>{excerpt}</code>
        </pre>
      )}
    </>
  )
}
