import { Link } from '@tanstack/react-router'
import { Minus, Plus, RefreshCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { capabilityPhrase } from '#contract/scripts/capability-phrases.ts'
import type { ChangedFinding } from '#contract/scripts/changes.ts'
import type { RequiredResource } from '#contract/scripts/install.ts'
import type { VersionSummary, VersionChange } from '#contract/scripts/versions.ts'
import { FileLink } from '#web/scripts/files/FileLink.tsx'
import { convarLine } from '#web/scripts/install/convar-line.ts'
import { kindText, Provider, ResourceName, serverNeedTexts } from '#web/scripts/install/RequiredResource.tsx'
import { sideTexts } from '#web/scripts/versions/report-texts.ts'
import { severityNames, severityTones } from '#web/scripts/versions/severities.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { classNames } from '#web/ui/class-names.ts'

import type { Compared } from './changed-files.ts'
import { changesHref } from './changes-search.ts'
import styles from './Changes.module.css'

/** The needs of an update on a server. Nothing where both versions need the same. */
export function ServerChanges({
  scriptId,
  changes: {
    server: { requires, needs, convars, sql },
  },
  from,
  to,
}: Compared) {
  const needTexts = serverNeedTexts(needs)
  const lists = [
    needTexts,
    requires.added,
    requires.removed,
    convars.added,
    convars.changed,
    convars.removed,
    sql,
  ]
  if (lists.every(({ length }) => length === 0)) return null
  const sqlOf = (change: 'added' | 'changed') =>
    sql
      .filter((file) => file.change === change)
      .map(({ path }) => (
        <FileLink
          key={path}
          href={changesHref(scriptId, { from: from.id, to: to.id, file: path })}
          className="text-link"
          resetScroll
        >
          <bdi>{path}</bdi>
        </FileLink>
      ))
  return (
    <section className="stack gap-4" aria-labelledby="server">
      <h3 id="server" className="text-h3">
        What to change on your server
      </h3>
      <p className="faint">
        From the manifests and the code. The changelog may list more.
        {requires.removed.length > 0 &&
          ' Other resources on your server may still need what this one no longer needs.'}
      </p>
      <div className={classNames(`${styles.results} cols-2 grid gap-8 top`, styles.server)}>
        <Entries
          name="Newly required"
          change="added"
          entries={[...needTexts, ...requires.added.map((need) => <Need key={need.name} need={need} />)]}
        />
        <Entries name="No longer required" change="removed" entries={requires.removed.map(nameOf)} />
        <Entries
          name="New convars"
          change="added"
          entries={convars.added.map((convar) => (
            <code key={convar.name}>{convarLine(convar)}</code>
          ))}
        />
        <Entries
          name="Convars with a new default"
          change="changed"
          entries={convars.changed.map(({ name, before, after }) => (
            <span key={`${name} ${before} ${after}`}>
              <code>{name}</code>: <DefaultValue value={before} /> → <DefaultValue value={after} />
            </span>
          ))}
        />
        <Entries name="Convars no longer used" change="removed" entries={convars.removed.map(nameOf)} />
        <Entries name="New SQL files" change="added" entries={sqlOf('added')} />
        <Entries name="Changed SQL files" change="changed" entries={sqlOf('changed')} />
      </div>
    </section>
  )
}

function DefaultValue({ value }: { value: string | null }) {
  return value === null ? <>none</> : <code>{`"${value}"`}</code>
}

function nameOf(name: string) {
  return <bdi key={name}>{name}</bdi>
}

function Need({ need }: { need: RequiredResource }) {
  return (
    <p>
      <ResourceName need={need} />
      <span className="faint">
        {' '}
        · {kindText(need)} · <Provider need={need} />
      </span>
    </p>
  )
}

/** Entries that appear and disappear in the reports of two versions. */
export function ResultChanges({ scriptId, changes: { capabilities, findings }, from, to }: Compared) {
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
        <pre className="mt-2 pad-2-3 round-sm fill-2 text-sm break pre-wrap">
          <code>{excerpt}</code>
        </pre>
      )}
    </>
  )
}

/** Others are folded. */
const shownMax = 20

const icons = { added: Plus, removed: Minus, changed: RefreshCw }

/** A list of one kind of change; nothing without entries. */
function Entries({
  name,
  change,
  entries,
}: {
  name: string
  change: keyof typeof icons
  entries: readonly ReactNode[]
}) {
  const id = useId()
  if (entries.length === 0) return null
  const Icon = icons[change]
  const items = entries.map((entry, index) => (
    <li
      key={index}
      className="grid cols-auto-fill gap-3 pad-2-3 framed round-md fill-1 muted"
      data-change={change}
    >
      <Icon />
      <div className="stack gap-1 break">{entry}</div>
    </li>
  ))
  return (
    <div className={`${styles.entries} stack gap-2`}>
      <h4 id={id} className="muted text-base strong leading">
        {name}
      </h4>
      <ul className="stack gap-2" aria-labelledby={id}>
        {items.slice(0, shownMax)}
      </ul>
      {items.length > shownMax && (
        <details className="grid gap-2">
          <summary className="muted">{items.length - shownMax} more</summary>
          <ul className="stack gap-2">{items.slice(shownMax)}</ul>
        </details>
      )}
    </div>
  )
}
