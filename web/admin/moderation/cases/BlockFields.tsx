import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { severities, type Severity } from '#contract/archives/analysis.ts'
import { BlocklistKey } from '#contract/moderation/blocklist.ts'
import type { CaseDecision } from '#contract/moderation/cases.ts'
import type { Report } from '#contract/scripts/versions.ts'
import { changeableKinds } from '#web/admin/moderation/blocklist/blocklist.data.ts'
import { useSession } from '#web/app/session.ts'
import { filesQuery } from '#web/scripts/files/files.data.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { severityNames } from '#web/scripts/versions/severities.ts'

import type { DecisionDetails } from './decisions.ts'
import styles from './Moderation.module.css'

const filesShownMax = 20

type Props = {
  report: Report
  chosen: CaseDecision | undefined
  details: DecisionDetails
  error: string | undefined
  onChange: (change: Partial<DecisionDetails>) => void
}

/** What the decision puts on the blocklist: the archive, and files, hosts and texts in it. */
export function BlockFields({ report, chosen, details, error, onChange }: Props) {
  const kinds = changeableKinds(useSession())
  const { version, capabilities } = report
  const hosts = [...new Set(capabilities.flatMap(({ kind, values }) => (kind === 'calls-out' ? values : [])))]
  const choice = {
    blocked: details.blocked,
    onChange: (blocked: readonly BlocklistKey[]) => onChange({ blocked }),
  }
  return (
    <fieldset className="stack gap-3 min-0 pad-0 borderless">
      <legend className="mb-2 text-sm strong">Put on the blocklist</legend>
      {/* A takedown blocks the archives of its scripts itself. */}
      {kinds.includes('archive') && chosen !== 'taken-down' && (
        <Choice
          {...choice}
          entry={{ kind: 'archive', value: version.sha256 }}
          label="This archive"
          hint="It cannot be uploaded again."
        />
      )}
      {kinds.includes('file') && <Files versionId={version.id} {...choice} />}
      {kinds.includes('host') && <Hosts hosts={hosts} {...choice} />}
      {kinds.includes('text') && (
        <TextArea
          label="Texts of the code"
          isOptional
          hint="One per line, 8 to 200 characters. Archives with a blocked host or text get a high-severity finding."
          rows={2}
          spellCheck={false}
          error={error}
          value={details.blockedTexts}
          onChange={({ currentTarget }) => onChange({ blockedTexts: currentTarget.value })}
        />
      )}
      {error && !kinds.includes('text') && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

type Choices = { blocked: readonly BlocklistKey[]; onChange: (blocked: readonly BlocklistKey[]) => void }

function Choice({
  entry,
  label,
  hint,
  blocked,
  onChange,
}: Choices & { entry: BlocklistKey; label: ReactNode; hint?: string }) {
  const others = blocked.filter(({ kind, value }) => kind !== entry.kind || value !== entry.value)
  return (
    <Checkbox
      label={label}
      hint={hint}
      checked={others.length < blocked.length}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...others, entry] : others)}
    />
  )
}

/** Worst findings first. A file of a copy need not have a finding, so all of them can be found. */
function Files({ versionId, ...choices }: Choices & { versionId: number }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { data, isError } = useQuery({ ...filesQuery(versionId), enabled: isOpen })
  // Many archives have an empty file.
  const files = (data?.files ?? []).filter(({ size }) => size > 0)
  const matches = files
    .filter(({ path }) => path.toLowerCase().includes(text.trim().toLowerCase()))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  return (
    <details
      className={`break ${styles.choices}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <Summary name="Files" kind="file" blocked={choices.blocked} />
      {files.length > filesShownMax && (
        <TextField
          label="Find a file"
          isLabelHidden
          type="search"
          placeholder="Find a file"
          autoComplete="off"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          // Enter does not send the decision.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      {matches.slice(0, filesShownMax).map(({ n, path, sha256, severity }) => (
        <Choice
          key={n}
          {...choices}
          entry={{ kind: 'file', value: sha256.slice(0, 32) }}
          label={
            <>
              <bdi>{path}</bdi>
              {severity !== null && severity !== 'none' && ` (${severityNames[severity].toLowerCase()})`}
            </>
          }
        />
      ))}
      {matches.length > filesShownMax && (
        <p className="faint text-sm">and {matches.length - filesShownMax} more: type a part of the path.</p>
      )}
      {isError && <p className="faint text-sm">The files could not be loaded.</p>}
      {data && matches.length === 0 && <p className="faint text-sm">No files found.</p>}
      {!data && !isError && <p className="faint text-sm">…</p>}
      <p className="faint text-sm">A moderator has to review every archive with one of these files.</p>
    </details>
  )
}

const rankOf = ({ severity }: { severity: Severity | null }) => severities.indexOf(severity ?? 'none')

/** Those that the code calls; others are added on the page of the blocklist. */
function Hosts({ hosts, ...choices }: Choices & { hosts: readonly string[] }) {
  const entries = hosts
    .map((value) => BlocklistKey.safeParse({ kind: 'host', value }).data)
    .filter((entry) => entry !== undefined)
  if (entries.length === 0) return null
  return (
    <details className={`break ${styles.choices}`}>
      <Summary name="Hosts" kind="host" blocked={choices.blocked} />
      {entries.map((entry) => (
        <Choice key={entry.value} {...choices} entry={entry} label={<bdi>{entry.value}</bdi>} />
      ))}
    </details>
  )
}

function Summary({
  name,
  kind,
  blocked,
}: {
  name: string
  kind: BlocklistKey['kind']
  blocked: Choices['blocked']
}) {
  const count = blocked.filter((entry) => entry.kind === kind).length
  return (
    <summary>
      {name}
      {count > 0 && `: ${count} chosen`}
    </summary>
  )
}
