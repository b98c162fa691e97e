import { Link } from '@tanstack/react-router'
import { Copy, PackagePlus } from 'lucide-react'

import { imageAt } from '#contract/platform/images.ts'
import { parseScriptSearch } from '#web/admin/admin-search.ts'
import type { ScriptSearch } from '#web/admin/admin-search.ts'
import { DataCell, DataTable, type Column } from '#web/admin/resource/DataTable.tsx'
import { toggled, type Choose, type Chosen } from '#web/admin/resource/SelectAll.tsx'
import table from '#web/admin/resource/Table.module.css'
import { scriptPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dateText } from '#web/ui/date-text.ts'

import type { ListedScript } from './moderated-scripts.data.ts'
import { findingBadge, sameArchiveText, stateBadges } from './script-texts.ts'
import styles from './ScriptTable.module.css'

export type ChosenScripts = Chosen<ListedScript>

const columns: readonly Column[] = [
  { label: 'Script' },
  { label: 'State' },
  { label: 'Worst finding' },
  { label: 'Open cases', rank: '2' },
  { label: 'Author', rank: '3' },
  { label: 'Category', rank: '4' },
  { label: 'Date', rank: '4' },
  { label: 'Downloads', rank: '5' },
]

export function ScriptTable({
  scripts,
  search,
  isStale,
  chosen,
  onChoose,
}: {
  scripts: readonly ListedScript[]
  search: ScriptSearch
  isStale: boolean
  chosen: ChosenScripts
  onChoose: Choose<ListedScript>
}) {
  return (
    <DataTable
      caption="Scripts"
      selectLabel="Select all on this page"
      columns={columns}
      rows={scripts}
      {...{ isStale, chosen, onChoose }}
    >
      {scripts.map((script) => (
        <ScriptRow
          key={script.id}
          script={script}
          search={search}
          isChosen={chosen.has(script.id)}
          onChoose={() => onChoose((present) => toggled(present, script))}
        />
      ))}
    </DataTable>
  )
}

function ScriptRow({
  script,
  search,
  isChosen,
  onChoose,
}: {
  script: ListedScript
  search: ScriptSearch
  isChosen: boolean
  onChoose: () => void
}) {
  const { id, name, image, version, author, category, downloads, createdAt, openCases, sameArchive } = script
  const state = stateBadges[script.state]
  const finding = findingBadge(script)
  return (
    <tr data-chosen={isChosen || undefined} data-script={id}>
      <td className={classNames(table.choice, styles.choice)}>
        <Checkbox label={`Select ${name}`} isLabelHidden checked={isChosen} onChange={onChoose} />
      </td>
      <th scope="row" className={styles.script}>
        <div className={`${table.who} row gap-2 min-0`}>
          {image ? (
            <img
              className={`${styles.image} crop rigid round-sm fill-3`}
              src={imageAt(image, 480)}
              alt=""
              loading="lazy"
              width="48"
              height="27"
            />
          ) : (
            <span className={`${styles.image} crop rigid round-sm fill-3`} />
          )}
          <Link
            to="/admin/scripts"
            search={parseScriptSearch({ ...search, script: id })}
            resetScroll={false}
            className={classNames(`${table.name} clip`, 'strong nowrap hover-underline')}
            data-opens
          >
            <bdi>{name}</bdi>
          </Link>
          <span className={`${styles.version} min-0 clip faint`}>{version}</span>
        </div>
      </th>
      <DataCell label="State">
        <Badge tone={state.tone}>{state.label}</Badge>
        {script.hasWaitingVersion && script.state !== 'waiting' && (
          <Badge tone="warn" icon={<PackagePlus />}>
            <span className={styles.longText}>New version</span>
          </Badge>
        )}
      </DataCell>
      <DataCell label="Worst finding">
        {finding ? (
          <Badge tone={finding.tone}>{finding.label}</Badge>
        ) : (
          !sameArchive && <span className="faint">None</span>
        )}
        {sameArchive && (
          <Link
            to={scriptPath(sameArchive.script.id)}
            className={`inline-row min-h-24 ${styles.copy}`}
            title={sameArchiveText(sameArchive)}
            aria-label={sameArchiveText(sameArchive)}
          >
            <Badge tone={sameArchive.isOlder ? 'danger' : 'warn'} icon={<Copy />}>
              <span className={styles.longText}>Same archive</span>
            </Badge>
          </Link>
        )}
      </DataCell>
      <DataCell label="Open cases" rank="2">
        {openCases > 0 ? <Badge tone="warn">{openCases}</Badge> : <span className="faint">None</span>}
      </DataCell>
      <DataCell label="Author" rank="3">
        <Link
          to="/admin/scripts"
          search={parseScriptSearch({ author })}
          resetScroll={false}
          className={`${table.name} ${styles.author} clip`}
          title={`All scripts of ${author}`}
        >
          {author}
        </Link>
      </DataCell>
      <DataCell label="Category" rank="4">
        <span className={`clip ${styles.category}`}>{category}</span>
      </DataCell>
      <DataCell label="Date" rank="4">
        <time dateTime={createdAt}>{dateText(createdAt)}</time>
      </DataCell>
      <DataCell label="Downloads" rank="5">
        {fullNumber(downloads)}
      </DataCell>
    </tr>
  )
}
