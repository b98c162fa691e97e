import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { BlocklistDraft, blocklistLimits, type BlocklistEntry } from '#contract/moderation/blocklist.ts'
import { TouchedScripts } from '#web/admin/moderation/cases/TouchedScripts.tsx'
import { scriptPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Alert } from '#web/ui/Alert.tsx'

import { effectQuery } from './blocklist.data.ts'
import styles from './Blocklist.module.css'

/** A search of the archives takes seconds, so not every letter starts one. */
export const debounceMs = 600

/** What the entry would affect, before it is added. */
export function EntryEffect({
  kind,
  value,
  except = [],
  onExcept = () => undefined,
}: {
  kind: BlocklistEntry['kind']
  value: string
  except?: readonly number[]
  onExcept?: (except: number[]) => void
}) {
  const draft = BlocklistDraft.safeParse({ kind, value, reason: '-' })
  const key = draft.success ? draft.data : { kind, value: '' }
  const { data, error } = useQuery({ ...effectQuery(key), enabled: draft.success })
  if (!draft.success) return null
  if (error) return <Alert tone="warn" title="Failed to load what it affects" />
  if (!data) return <Alert tone="info" title="Looking for what it affects…" />
  const { isListed, archives, versions, notSearched, scripts, scriptCount, needsAdministrator } = data
  if (isListed) return <Alert tone="warn" title="This is already on the blocklist" />
  return (
    <Alert
      tone={needsAdministrator ? 'danger' : versions > 0 ? 'warn' : 'info'}
      title={
        kind === 'archive' && versions === 0 ? archiveTitle(archives) : versionsTitle(versions, notSearched)
      }
    >
      {notSearched > 0 && `${notSearchedText(notSearched)} `}
      {needsAdministrator &&
        (versions > blocklistLimits.versionsMax
          ? `Only an administrator can block what more than ${blocklistLimits.versionsMax} published versions contain. `
          : `More than ${blocklistLimits.versionsMax} may contain it, so only an administrator can block it. `)}
      {consequences[kind]}
      {scripts.length > 0 && (
        <>
          {' '}
          {kind === 'archive' || kind === 'file' ? (
            <>
              Scripts with it:
              <TouchedScripts {...{ scripts, scriptCount }} except={except} onChange={onExcept} />
            </>
          ) : (
            <>
              These scripts contain it:
              <ul className={styles.scripts}>
                {scripts.map(({ id, name }) => (
                  <li key={id}>
                    <Link to={scriptPath(id)} className="text-link">
                      {name}
                    </Link>
                  </li>
                ))}
                {scriptCount > scripts.length && (
                  <li>And {fullNumber(scriptCount - scripts.length)} more.</li>
                )}
              </ul>
            </>
          )}
        </>
      )}
    </Alert>
  )
}

const finding = 'All archives are scanned again. Those that contain it get a high-severity finding.'
const consequences: Record<BlocklistEntry['kind'], string> = {
  archive: 'It cannot be uploaded again.',
  file: 'A moderator has to review an upload with this file.',
  host: finding,
  text: finding,
}

const archiveTitle = (archives: number) =>
  archives === 0 ? 'This archive was never uploaded here' : 'No published version has this archive'

function notSearchedText(count: number): string {
  if (count === 1) return 'One published version could not be searched.'
  return `${fullNumber(count)}${count < blocklistLimits.countMax ? '' : ' or more'} published versions could not be searched.`
}

function versionsTitle(versions: number, notSearched: number): string {
  if (versions === 0)
    return notSearched === 0
      ? 'No published version contains it'
      : 'Not found in the published versions that were searched'
  const count = `${notSearched === 0 ? '' : 'At least '}${fullNumber(versions)}`
  return versions === 1 ? `${count} published version contains it` : `${count} published versions contain it`
}
