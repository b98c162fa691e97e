import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'

import { imageAt } from '#contract/platform/images.ts'
import { parseScriptSearch } from '#web/admin/admin-search.ts'
import type { ScriptSearch } from '#web/admin/admin-search.ts'
import { SelectAll, toggled, type Choose, type Chosen } from '#web/admin/resource/SelectAll.tsx'
import table from '#web/admin/resource/Table.module.css'
import { scriptPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dateText } from '#web/ui/date-text.ts'

import type { ListedScript } from './moderated-scripts.data.ts'
import { findingBadge, sameArchiveText, stateBadges } from './script-texts.ts'
import styles from './ScriptTable.module.css'

export type ChosenScripts = Chosen<ListedScript>

/** Like the table of users: less important columns are hidden when there is no space, and on phones rows are cards. */
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
    <div className={table.container}>
      <Card className={table.card} data-stale={isStale || undefined}>
        <table className={`${table.table} full text-sm`}>
          <caption className="visually-hidden">Scripts</caption>
          <thead>
            <tr>
              <th scope="col" className={table.choice}>
                <SelectAll label="Select all on this page" rows={scripts} {...{ chosen, onChoose }} />
              </th>
              <th scope="col">Script</th>
              <th scope="col">State</th>
              <th scope="col">Worst finding</th>
              <th scope="col" data-rank="2">
                Open cases
              </th>
              <th scope="col" data-rank="3">
                Author
              </th>
              <th scope="col" data-rank="4">
                Category
              </th>
              <th scope="col" data-rank="4">
                Date
              </th>
              <th scope="col" data-rank="5">
                Downloads
              </th>
            </tr>
          </thead>
          <tbody>
            {scripts.map((script) => (
              <ScriptRow
                key={script.id}
                script={script}
                search={search}
                isChosen={chosen.has(script.id)}
                onChoose={() => onChoose((present) => toggled(present, script))}
              />
            ))}
          </tbody>
        </table>
      </Card>
    </div>
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
      <th scope="row">
        <div className={`${table.who} row gap-2 min-0`}>
          {image ? (
            <img
              className={`${styles.image} rigid round-sm fill-3`}
              src={imageAt(image, 480)}
              alt=""
              loading="lazy"
              width="48"
              height="27"
            />
          ) : (
            <span className={`${styles.image} rigid round-sm fill-3`} />
          )}
          <Link
            to="/admin/scripts"
            search={parseScriptSearch({ ...search, script: id })}
            resetScroll={false}
            className={classNames(table.name, `${styles.name} strong nowrap`)}
            data-opens
          >
            <bdi>{name}</bdi>
          </Link>
          <span className={`${styles.version} min-0 clip faint`}>{version}</span>
        </div>
      </th>
      <Cell label="State">
        <Badge tone={state.tone}>{state.label}</Badge>
        {script.hasWaitingVersion && script.state !== 'waiting' && (
          <Badge tone="warn" hasDot={false}>
            New version
          </Badge>
        )}
      </Cell>
      <Cell label="Worst finding">
        {finding ? (
          <Badge tone={finding.tone}>{finding.label}</Badge>
        ) : (
          !sameArchive && <span className="faint">None</span>
        )}
        {sameArchive && (
          <Link
            to={scriptPath(sameArchive.script.id)}
            className={`${styles.copy} inline-row`}
            title={sameArchiveText(sameArchive)}
            aria-label={sameArchiveText(sameArchive)}
          >
            <Badge tone={sameArchive.isOlder ? 'danger' : 'warn'} icon={<Copy />}>
              <span className={styles.copyText}>Same archive</span>
            </Badge>
          </Link>
        )}
      </Cell>
      <Cell label="Open cases" rank={2}>
        {openCases > 0 ? <Badge tone="warn">{openCases}</Badge> : <span className="faint">None</span>}
      </Cell>
      <Cell label="Author" rank={3}>
        <Link
          to="/admin/scripts"
          search={parseScriptSearch({ author })}
          resetScroll={false}
          className={table.name}
          title={`All scripts of ${author}`}
        >
          {author}
        </Link>
      </Cell>
      <Cell label="Category" rank={4}>
        <span className={styles.category}>{category}</span>
      </Cell>
      <Cell label="Date" rank={4}>
        <time dateTime={createdAt}>{dateText(createdAt)}</time>
      </Cell>
      <Cell label="Downloads" rank={5}>
        {fullNumber(downloads)}
      </Cell>
    </tr>
  )
}

function Cell({ label, rank, children }: { label: string; rank?: number; children: ReactNode }) {
  return (
    <td data-rank={rank}>
      <span className={table.cellLabel} aria-hidden="true">
        {label}
      </span>
      <div className={`${table.cell} row gap-2 clip numeric`}>{children}</div>
    </td>
  )
}
