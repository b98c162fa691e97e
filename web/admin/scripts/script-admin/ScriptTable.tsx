import { Link } from '@tanstack/react-router'
import { Copy, PackagePlus } from 'lucide-react'

import { imageAt } from '#contract/platform/images.ts'
import { parseScriptSearch, type ScriptSearch } from '#web/admin/admin-search.ts'
import { DataTable, type Choose, type Chosen } from '#web/admin/resource/DataTable.tsx'
import table from '#web/admin/resource/Table.module.css'
import { scriptPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dateText } from '#web/ui/date-text.ts'

import type { ListedScript } from './moderated-scripts.data.ts'
import { findingBadge, sameArchiveText, stateBadges } from './script-texts.ts'
import styles from './ScriptTable.module.css'

export type ChosenScripts = Chosen<ListedScript>

export function ScriptTable({
  scripts,
  search,
  ...list
}: {
  scripts: readonly ListedScript[]
  search: ScriptSearch
  isStale: boolean
  chosen: ChosenScripts
  onChoose: Choose<ListedScript>
}) {
  return (
    <DataTable
      {...list}
      caption="Scripts"
      selectLabel="Select all on this page"
      noun="script"
      nameOf={({ name }) => name}
      columns={[
        { label: 'Script', render: (script) => <ScriptName script={script} search={search} /> },
        { label: 'State', render: (script) => <State script={script} /> },
        { label: 'Worst finding', render: (script) => <WorstFinding script={script} /> },
        {
          label: 'Open cases',
          rank: '2',
          render: ({ openCases }) =>
            openCases > 0 ? <Badge tone="warn">{openCases}</Badge> : <span className="faint">None</span>,
        },
        { label: 'Author', rank: '3', render: ({ author }) => <Author author={author} /> },
        {
          label: 'Category',
          rank: '4',
          render: ({ category }) => <span className={`clip ${styles.category}`}>{category}</span>,
        },
        {
          label: 'Date',
          rank: '4',
          render: ({ createdAt }) => <time dateTime={createdAt}>{dateText(createdAt)}</time>,
        },
        { label: 'Downloads', rank: '5', render: ({ downloads }) => fullNumber(downloads) },
      ]}
      rows={scripts}
    />
  )
}

type Props = { script: ListedScript }

function ScriptName({ script: { id, name, image, version }, search }: Props & { search: ScriptSearch }) {
  return (
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
  )
}

function State({ script: { state, hasWaitingVersion } }: Props) {
  const { tone, label } = stateBadges[state]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {hasWaitingVersion && state !== 'waiting' && (
        <Badge tone="warn" icon={<PackagePlus />}>
          <span className={styles.longText}>New version</span>
        </Badge>
      )}
    </>
  )
}

function WorstFinding({ script }: Props) {
  const finding = findingBadge(script)
  const { sameArchive } = script
  return (
    <>
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
    </>
  )
}

function Author({ author }: { author: string }) {
  return (
    <Link
      to="/admin/scripts"
      search={parseScriptSearch({ author })}
      resetScroll={false}
      className={`${table.name} ${styles.author} clip`}
      title={`All scripts of ${author}`}
    >
      {author}
    </Link>
  )
}
