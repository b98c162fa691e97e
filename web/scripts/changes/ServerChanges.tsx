import type { Changes } from '#contract/scripts/changes.ts'
import type { RequiredResource } from '#contract/scripts/install.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { FileLink } from '#web/scripts/files/FileLink.tsx'
import { convarLine } from '#web/scripts/install/convar-line.ts'
import { kindText, Provider, ResourceName } from '#web/scripts/install/RequiredResource.tsx'
import { serverNeedTexts } from '#web/scripts/install/server-need-texts.ts'
import { classNames } from '#web/ui/class-names.ts'

import { changesHref } from './changes-search.ts'
import styles from './Changes.module.css'
import { Entries } from './Entries.tsx'

/** The needs of an update on a server. Nothing where both versions need the same. */
export function ServerChanges({
  scriptId,
  changes: {
    server: { requires, needs, convars, sql },
  },
  from,
  to,
}: {
  scriptId: number
  changes: Changes
  from: VersionSummary
  to: VersionSummary
}) {
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
